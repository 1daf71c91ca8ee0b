import { useNavigate } from '@remix-run/react';
import { type FormEvent, useEffect, useState } from 'react';
import { editVisitInput } from '../../../db/commands/visits/edit-visit-input.ts';
import type { RefusalCode } from '../../../machines/words/refusals.ts';
import { offerUndo } from '../../dispatch/offer-undo.ts';
import { useRetry } from '../../forms/use-retry.ts';
import { unsavedQuestion } from '../../forms/use-screen-form.ts';
import { useSubmission } from '../../forms/use-submission.ts';
import { useUnsaved } from '../../ui/dialogs/use-unsaved.tsx';
import { showDone, showRefused } from '../../ui/toasts/toast.ts';
import { editWords } from '../../words/visit/visit-words.ts';
import { useViewer } from '../signed-in/screen.ts';
import { type EditDraft, useEditDraft } from './use-edit-draft.ts';

type Options = {
  visit: { id: number; version: number };
  /** The operation's version that the screen shows. */
  seen: number;
  /** A change that the visit was given since it was touched. */
  changedSince: (seen: number) => boolean;
  /** Whether something is being edited. */
  onDirty: (dirty: boolean) => void;
  reload: () => void;
};

const unsaved = unsavedQuestion(editWords.unsavedTitle, editWords.unsaved);

/** Another choice of technician or slot is the way on: the screen stays. */
const ofTheChoice: string[] = ['technician-absent', 'skill-missing', 'slot-full'] satisfies RefusalCode[];

/** The command's names of the fields. */
const nameOf = { note: 'tech_comments', technicianId: 'tech_id', slotId: 'timestripe_id' } as const;

/** What is edited of an open visit, and how it is saved: never over a change that was not shown (S2 §8). */
export function useEditForm({ visit, seen, changedSince, onDirty, reload }: Options) {
  const edit = useEditDraft(visit.id, { version: visit.version, seen });
  const { draft, dirty, base } = edit;
  const pass = useUnsaved(dirty, unsaved, { discard: edit.forget });
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const saving = useSaving(visit, edit, { pass, reload });
  const { ref, busy, errors, clearErrors, failure, setFailure, stale, save } = saving;

  /** On the visit as it is now. */
  const again = useRetry(visit.version, stale ? base.version : null, () => {
    edit.rebase();
    void save(visit.version);
  });

  const noticed = changedSince(base.seen) ? ('noticed' as const) : null;
  return {
    ...{ ref, errors, failure, draft, dirty, base },
    busy: busy || again.waiting,
    change: (part: Parameters<typeof edit.change>[0]) => {
      clearErrors(...(Object.keys(part) as (keyof typeof nameOf)[]).map((field) => nameOf[field]));
      edit.change(part);
    },
    /** A note that was typed before the screen was left. */
    recovered: edit.recovered && draft.note !== '',
    changed: dirty ? (stale ? ('refused' as const) : noticed) : null,
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (busy) return;
      if (dirty) void save(base.version);
      else setFailure(editWords.nothing);
    },
    retry: again.retry,
  };
}

/** Sends what is edited. A concurrent change is only noted: what follows is the user's choice. */
function useSaving(
  visit: { id: number },
  edit: ReturnType<typeof useEditDraft>,
  { pass, reload }: { pass: () => void; reload: () => void },
) {
  const navigate = useNavigate();
  const viewer = useViewer();
  const { draft } = edit;
  const [stale, setStale] = useState(false);
  const submission = useSubmission('editVisit', editVisitInput, { oneIntent: true });
  const { setFailure, check, submit } = submission;
  const save = async (version: number) => {
    const input = inputOf(visit, version, draft);
    if (!check(input)) return;
    const outcome = await submit(input);
    if (!outcome) return;
    if (outcome.ok) {
      const moved = draft.technicianId !== undefined || draft.slotId !== undefined;
      edit.forget();
      setStale(false);
      if (moved) offerUndo(editWords.done, [visit.id], outcome.key);
      else showDone(editWords.done);
      return reload();
    }
    if (outcome.status === 0) return setFailure(editWords.failed);
    if (outcome.code === 'stale-version') {
      setStale(true);
      return reload();
    }
    if (outcome.status === 422 || outcome.status >= 500 || ofTheChoice.includes(outcome.code))
      return setFailure(outcome.text);
    // S2 §8: the diagnostic, then the default view. The note stays on the device for another try.
    showRefused(outcome.text);
    pass();
    navigate(viewer.home);
  };
  return { ...submission, stale, save };
}

/** Of the technician and the slot only what was touched. */
const inputOf = (visit: { id: number }, version: number, draft: EditDraft) => ({
  visit_id: visit.id,
  version,
  tech_comments: draft.note,
  ...(draft.technicianId === undefined ? {} : { tech_id: draft.technicianId }),
  ...(draft.slotId === undefined ? {} : { timestripe_id: draft.slotId }),
});
