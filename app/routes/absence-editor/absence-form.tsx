import { Alert, Anchor } from '@mantine/core';
import { Link } from '@remix-run/react';
import { IconTrash } from '@tabler/icons-react';
import type { ListedAbsence } from '../../../db/reads/people/crew.ts';
import type { Operation, Slot } from '../../../db/reads/settings/operation.ts';
import { formatDay, mondayOf } from '../../../machines/calendar/slots.ts';
import { boardOf } from '../../board/board-of.ts';
import { CommandForm } from '../../forms/command-form.tsx';
import { SaveButton } from '../../forms/save-button.tsx';
import { unsavedQuestion, useScreenForm } from '../../forms/use-screen-form.ts';
import { settingLines } from '../../setup/history.tsx';
import type { WiredSettingEvent } from '../../setup/setting-event-text.ts';
import { useRemoval } from '../../setup/use-removal.ts';
import { ReasonedButton } from '../../ui/buttons/reasoned-button.tsx';
import { confirm } from '../../ui/dialogs/confirm.ts';
import { showDone } from '../../ui/toasts/toast.ts';
import { absenceWords as words } from '../../words/board/crew-words.ts';
import { useViewer } from '../signed-in/screen.ts';
import { AbsenceFields, type Technician } from './absence-fields.tsx';
import { type Fields, fieldsOf, formSchema, inputOf } from './absence-input.ts';

type Props = {
  /** Null: one that does not exist yet. */
  absence: ListedAbsence | null;
  technicians: Technician[];
  slots: Slot[];
  operations: Operation[];
  history: WiredSettingEvent[];
  today: string;
  /** The operation's version that the screen shows. */
  seen: number;
  reload: () => void;
  open: (id: number | null) => void;
};

const discard = unsavedQuestion(words.discardTitle, words.discard);

/** When a technician does not work: entered, changed, deleted; visits that they have then are counted. */
export function AbsenceForm(props: Props) {
  const { absence, technicians, slots, operations, history, today } = props;
  const { form, askRemoval } = useAbsenceForm(props);
  return (
    <CommandForm
      form={form}
      card
      label={absence ? `${absence.technicianName}, ${whenOf(absence)}` : words.create}
      changed={words.changed}
      changes={settingLines(
        history.filter(({ version, data }) => version > form.base.seen && data.absenceId === absence?.id),
      )}
      actions={
        <>
          <SaveButton form={form}>{words.save}</SaveButton>
          <ReasonedButton
            variant="default"
            onClick={() => confirm({ ...discard, confirm: discard.leave, cancel: discard.stay }, form.clear)}
            why={form.dirty ? null : words.nothingToClear}
          >
            {words.clear}
          </ReasonedButton>
          <ReasonedButton
            variant="default"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={askRemoval}
            why={absence ? null : words.nothingToRemove}
          >
            {words.remove}
          </ReasonedButton>
        </>
      }
    >
      {absence && absence.assignedVisits > 0 && <Assigned absence={absence} />}
      <AbsenceFields
        today={today}
        form={form}
        technicians={technicians}
        slots={slots}
        operations={operations}
      />
    </CommandForm>
  );
}

/** The form over an absence's fields, and the question before it is deleted. */
function useAbsenceForm({ absence, today, seen, reload, open }: Props) {
  const form = useScreenForm<Fields>({
    command: 'editAbsence',
    schema: formSchema,
    saved: fieldsOf(absence, today),
    version: absence?.version ?? null,
    seen,
    names: { technician: 'tech_id', slots: 'timestripes', whole: 'timestripes' },
    input: ({ fields }, version) => inputOf(absence?.id ?? null, fields, version),
    conflict: 'absence-changed',
    failed: (text, named) => (named ? null : words.failed(text)),
    done: ({ id, assigned_visits: assigned }) => {
      const done = absence ? words.edited : words.created;
      showDone(Number(assigned) > 0 ? `${done} ${words.assigned(Number(assigned))}` : done);
      if (absence) return;
      reload();
      open(Number(id));
    },
    unsaved: discard,
    ask: (from, to) => (placeOf(from) === placeOf(to) ? null : discard),
    reload,
  });
  const askRemoval = useRemoval({
    ...{ form, words, reload, command: 'deleteAbsence', conflict: 'absence-changed' },
    input: () => ({ id: absence!.id, version: form.base.version }),
    effects: () => [words.removeText(absence!.technicianName, whenOf(absence!))],
    removed: () => {
      form.pass();
      open(null);
      reload();
    },
  });
  return { form, askRemoval };
}

/** The absence stands all the same: who reassigns them is a dispatcher. */
function Assigned({ absence }: { absence: ListedAbsence }) {
  const viewer = useViewer();
  const board = boardOf(viewer);
  const week = mondayOf(absence.fromDay);
  return (
    <Alert color="yellow" variant="light" role="status">
      {words.assigned(absence.assignedVisits)}{' '}
      <Anchor component={Link} to={`${board}?op=${absence.operations[0]}&semana=${week}`} size="sm" inherit>
        {words.reassign}
      </Anchor>
    </Alert>
  );
}

const whenOf = ({ fromDay, toDay }: ListedAbsence) => words.days(formatDay(fromDay), formatDay(toDay));

/** What the form is about; the month that is shown is not. */
const placeOf = ({ pathname, search }: { pathname: string; search: string }) => {
  const params = new URLSearchParams(search);
  return [pathname, params.get('ausencia'), params.get('op')].join(' ');
};
