import { Modal, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import { rescheduleInput } from '../../db/commands/visits/reschedule-visits-input.ts';
import type { ClosureReason } from '../../db/reads/visits/closing.ts';
import { addDays } from '../../machines/calendar/slots.ts';
import { showDone } from '../ui/toast.ts';
import { rescheduleWords as words } from '../words/dispatch.ts';
import { RescheduleFields, type Typed } from './reschedule-fields.tsx';
import { useVisitsForm } from './use-visits-form.ts';
import { VisitsForm } from './visits-form.tsx';
import type { WorkVisit } from './work-visit.ts';

type Props = {
  /** The visits as they are now; they may change while the dialog is open. */
  visits: readonly WorkVisit[];
  operation: string;
  reasons: ClosureReason[];
  today: string;
  /** The operation's version that the screen shows. */
  seen: number;
  close: () => void;
  /** Instead of `close`, once it was done. */
  done: () => void;
  leaveOut: (visitId: number) => void;
};

/** 'Reprogramar visita', one or several (S2 §2, §5, §8). What was typed stays through every refusal. */
export function RescheduleDialog({ opened, ...props }: Props & { opened: boolean }) {
  const phone = useMediaQuery('(max-width: 48em)') ?? false;
  return (
    <Modal
      opened={opened}
      onClose={props.close}
      title={words.title}
      size="lg"
      fullScreen={phone}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {opened && <RescheduleForm {...props} />}
    </Modal>
  );
}

function RescheduleForm({ visits, operation, reasons, today, seen, close, done, leaveOut }: Props) {
  const tomorrow = addDays(today, 1);
  const [typed, setTyped] = useState<Typed>({
    ...{ day: tomorrow, slotId: null, reason: '', notes: '' },
    checked: ['unset_tech', 'public_link'],
  });
  const form = useVisitsForm({
    command: 'rescheduleVisits',
    schema: rescheduleInput,
    visits,
    seen,
    input: (some, versions) => ({
      visit_id: some.length === 1 ? some[0]!.id : some.map(({ id }) => id),
      new_date: typed.day,
      new_timestripe: Number(typed.slotId),
      new_status: Number(typed.reason),
      reschedule_comments: typed.notes,
      checked: typed.checked.filter((name) => name !== 'unset_tech' || isAssigned(some)),
      versions,
    }),
    failed: words.failed,
    noNetwork: words.noNetwork,
    done: (answer) => {
      showDone(words.done([answer.new_id as number | number[]].flat()));
      done();
    },
    leaveOut,
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
        typed={typed}
        change={(part) => setTyped((before) => ({ ...before, ...part }))}
        errors={form.errors}
        operation={operation}
        reasons={reasons}
        firstDay={tomorrow}
        assigned={isAssigned(form.visits)}
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
