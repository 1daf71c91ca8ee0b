import { Text } from '@mantine/core';
import { rescheduleInput } from '../../db/commands/visits/reschedule-visits-input.ts';
import type { ClosureReason } from '../../db/reads/visits/closing.ts';
import { addDays } from '../../machines/calendar/slots.ts';
import { showDone } from '../ui/toasts/toast.ts';
import { rescheduleWords as words } from '../words/board/dispatch-words.ts';
import { nameOf, RescheduleFields, type Typed } from './reschedule-fields.tsx';
import { useVisitsForm } from './use-visits-form.ts';
import { type AboutVisits, VisitsDialog } from './visits-dialog.tsx';
import { VisitsForm } from './visits-form.tsx';
import type { WorkVisit } from './work-visit.ts';

type Props = AboutVisits & {
  reasons: ClosureReason[];
  today: string;
  /** The day that is offered first; tomorrow where it is earlier. */
  startDay?: string | undefined;
};

/** 'Reprogramar visita', one or several (S2 §2, §5, §8). What was typed stays through every refusal. */
export const RescheduleDialog = ({ opened, ...props }: Props & { opened: boolean }) => (
  <VisitsDialog opened={opened} title={words.title} closeLabel={words.close} close={props.close} large>
    <RescheduleForm {...props} />
  </VisitsDialog>
);

function RescheduleForm(props: Props) {
  const { visits, operation, reasons, today, startDay, seen, close, done, leaveOut } = props;
  const tomorrow = addDays(today, 1);
  const first = startDay && startDay > tomorrow ? startDay : tomorrow;
  const form = useVisitsForm<Typed>({
    command: 'rescheduleVisits',
    schema: rescheduleInput,
    ...{ visits, seen, leaveOut },
    blank: {
      day: first,
      slotId: null,
      reason: '',
      notes: '',
      overbook: null,
      checked: ['unset_tech', 'public_link'],
    },
    names: nameOf,
    input: ({ day, slotId, reason, notes, overbook, checked }, some, versions) => ({
      visit_id: some.length === 1 ? some[0]!.id : some.map(({ id }) => id),
      new_date: day,
      new_timestripe: Number(slotId),
      new_status: Number(reason),
      reschedule_comments: notes,
      checked: checked.filter((name) => name !== 'unset_tech' || isAssigned(some)),
      ...(overbook === null ? {} : { overbook: true, overbook_reason: overbook }),
      versions,
    }),
    failed: words.failed,
    noNetwork: words.noNetwork,
    done: (answer, _key, { day }) => {
      const ids = [answer.new_id as number | number[]].flat();
      showDone(words.done(ids));
      done({ ids, day: day! });
    },
  });
  const { length } = form.visits;
  return (
    <VisitsForm form={form} submit={words.submit} cancel={words.close} close={close}>
      {length > 1 && (
        <Text size="sm" fw={600}>
          {words.countMany(length)}
        </Text>
      )}
      <RescheduleFields
        form={form}
        operation={operation}
        reasons={reasons}
        firstDay={tomorrow}
        assigned={isAssigned(form.visits)}
        count={length}
      />
      {length === 0 && (
        <Text size="sm" role="status">
          {words.noneLeft}
        </Text>
      )}
    </VisitsForm>
  );
}

const isAssigned = (visits: readonly WorkVisit[]) => visits.some(({ technicianId }) => technicianId !== null);
