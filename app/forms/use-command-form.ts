import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { z } from 'zod';
import type { CommandName, CommandOutcome } from '../data/send-command.ts';
import { showDone } from '../ui/toasts/toast.ts';
import { setupWords } from '../words/setup/setup-words.ts';
import { useDraft } from './use-draft.ts';
import { useRetry } from './use-retry.ts';
import { useSubmission } from './use-submission.ts';

export type Refusal = Exclude<CommandOutcome, { ok: true }>;
type Answer = Extract<CommandOutcome, { ok: true }>['data'];
type Edited<Fields> = { fields: Fields; changes: Partial<Fields> };

export type CommandFormOptions<Fields extends object> = {
  command: CommandName;
  /** The command's own: its errors are shown beside the fields, and nothing is sent. */
  schema: z.ZodType;
  /** What the record has. */
  saved: Fields;
  /** The thing's version; null: it does not exist yet, so that it is saved without a change too. */
  version: number | null;
  /** The operation's version that the screen shows. */
  seen: number;
  /** What is sent, acting on this version. */
  input: (edited: Edited<Fields>, version: number | null) => object;
  /** What the schema reads, where it is not what is sent. */
  checked?: (edited: Edited<Fields>, version: number | null) => object;
  /** The command's names of the fields, where it has others. */
  names?: Partial<Record<keyof Fields, string>>;
  /** What is acted upon from now on; as a rule the version that is answered. */
  versionOf?: (answer: Answer, sent: Edited<Fields>) => number;
  /** The code of the refusal for a concurrent change. */
  conflict: string;
  /** Asked once the fields are right; it sends by calling `go`, or does not. */
  confirm?: (go: () => void, edited: Edited<Fields>, on: { version: number; again: boolean }) => void;
  /** Submitted without a change. */
  unchanged?: () => void;
  /** What a refusal says above the buttons; `named`: it is said beside its field. */
  failed: (text: string, named: boolean, refusal: Refusal) => string | null;
  /** Says that it was saved. */
  announce?: string | undefined | ((sent: Edited<Fields>) => string);
  /** What else follows; what existed before is read again by itself. */
  done?: (answer: Answer, sent: Edited<Fields>) => void;
  /** Called with whether something is typed that is not saved. */
  onDirty?: (dirty: boolean) => void;
  reload: () => void;
};

/**
 * A form that edits one thing of the record with one command: validated by the command's schema, sent once at a time,
 * and never over a concurrent change that was not shown.
 */
export function useCommandForm<Fields extends object>(options: CommandFormOptions<Fields>) {
  const { saved, seen, names } = options;
  const isNew = options.version === null;
  const version = options.version ?? 0;
  const draft = useDraft(saved, { version, seen });
  const { fields, changes, dirty, base } = draft;
  const submission = useSubmission(options.command, options.schema);
  const { ref, errors, fail, clearErrors, busy, failure, setFailure, send } = submission;
  const nameOf = (field: keyof Fields) => names?.[field] ?? String(field);
  useNotedDirty(dirty, options.onDirty);
  const { stale, setStale, attempt, again } = useAttempts(options, draft, submission);

  const change = (part: Partial<Fields>) => {
    clearErrors(...(Object.keys(part) as (keyof Fields)[]).map(nameOf));
    draft.change(part);
  };

  return {
    ref,
    isNew,
    fields,
    changes,
    dirty,
    base,
    busy: busy || again.waiting,
    /** By the command's names of the fields. */
    errors,
    failure,
    setFailure,
    /** Wrong, though the schema never saw it. */
    fail: (field: keyof Fields, text: string) => fail({ [nameOf(field)]: text }),
    ...inputsOf(fields, (field) => errors[nameOf(field)], change),
    /** A concurrent change: seen on the screen, or the reason of a refusal. */
    changed:
      isNew || !dirty || draft.settling
        ? null
        : stale
          ? ('refused' as const)
          : version !== base.version
            ? ('noticed' as const)
            : null,
    change,
    rebase: draft.rebase,
    send,
    clear: () => {
      fail({});
      setFailure(null);
      setStale(false);
      draft.clear();
    },
    submit: (event: FormEvent) => {
      event.preventDefault();
      if (dirty || isNew) attempt(base.version, false);
      else options.unchanged?.();
    },
    retry: again.retry,
  };
}

function useNotedDirty(dirty: boolean, onDirty: ((dirty: boolean) => void) | undefined) {
  const noteDirty = useRef(onDirty);
  noteDirty.current = onDirty;
  useEffect(() => noteDirty.current?.(dirty), [dirty]);
}

/** Sends what is edited, and what follows the answer; after a concurrent change once more, when it has been seen. */
function useAttempts<Fields extends object>(
  options: CommandFormOptions<Fields>,
  draft: ReturnType<typeof useDraft<Fields>>,
  submission: ReturnType<typeof useSubmission>,
) {
  const { conflict, reload } = options;
  const { versionOf = (answer: Answer) => Number(answer.version) } = options;
  const isNew = options.version === null;
  const version = options.version ?? 0;
  const { fields, changes, base } = draft;
  const [stale, setStale] = useState(false);

  const finish = (answer: Answer) => {
    const sent = { fields, changes };
    if (!isNew) draft.saved(versionOf(answer, sent));
    const { announce } = options;
    if (announce !== undefined) showDone(typeof announce === 'string' ? announce : announce(sent));
    options.done?.(answer, sent);
    if (!isNew) reload();
  };

  const save = async (on: number) => {
    const outcome = await submission.submit(options.input({ fields, changes }, isNew ? null : on));
    if (!outcome) return;
    setStale(!outcome.ok && outcome.code === conflict);
    if (outcome.ok) return finish(outcome.data);
    if (outcome.code !== conflict) {
      const named = Object.keys(outcome.fields).length > 0;
      submission.setFailure(options.failed(outcome.text || setupWords.noNetwork, named, outcome));
    }
    // Without the permission the screen would be refused whole, and what was typed be gone; a lost answer may hide that.
    if (outcome.status !== 403 && outcome.status !== 0) reload();
  };

  const attempt = (on: number, again: boolean) => {
    if (!submission.check((options.checked ?? options.input)({ fields, changes }, isNew ? null : on))) return;
    const go = () => void save(on);
    if (options.confirm) options.confirm(go, { fields, changes }, { version: on, again });
    else go();
  };

  /** On the thing as it is now. */
  const again = useRetry(version, stale ? base.version : null, () => {
    draft.rebase();
    setStale(false);
    attempt(version, true);
  });

  return { stale, setStale, attempt, again };
}

/** What an input needs to edit a field, by what its handler receives. */
function inputsOf<Fields extends object>(
  fields: Fields,
  errorOf: (field: keyof Fields) => string | undefined,
  change: (part: Partial<Fields>) => void,
) {
  return {
    /** What an input of text needs to edit this field. */
    text: <Name extends keyof Fields>(field: Name) => ({
      value: fields[field],
      error: errorOf(field),
      onChange: (event: { currentTarget: { value: string } }) =>
        change({ [field]: event.currentTarget.value } as Partial<Fields>),
    }),
    /** The same for an input whose handler receives the value, such as a list of choices. */
    value: <Name extends keyof Fields>(field: Name) => ({
      value: fields[field],
      error: errorOf(field),
      onChange: (value: Fields[Name]) => change({ [field]: value } as unknown as Partial<Fields>),
    }),
    check: <Name extends keyof Fields>(field: Name) => ({
      checked: fields[field],
      onChange: (event: { currentTarget: { checked: boolean } }) =>
        change({ [field]: event.currentTarget.checked } as Partial<Fields>),
    }),
  };
}
