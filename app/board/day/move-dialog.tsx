import { Alert, Button, Group, Modal, Select, Stack, Text } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import type { CalendarVisit } from '../../../db/reads/visits/calendar-row.ts';
import { slotLabel } from '../../../machines/calendar/slots.ts';
import type { Objection } from '../../../machines/visit/placing.ts';
import { roundOf } from '../../../machines/visit/round.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { textLimits } from '../../../machines/words/text-limits.ts';
import { slotOption } from '../../dispatch/places.ts';
import { LimitedInput } from '../../forms/limited-text.tsx';
import { dayWords as words } from '../../words/board/day-words.ts';
import { createWords } from '../../words/visit/creation-words.ts';
import styles from './day.module.css';
import type { MoveTo, Overbook } from './use-moves.ts';

type Props = {
  /** The visits to move; none: closed. */
  moving: readonly CalendarVisit[];
  /** Where they were dropped, if they were. */
  to: MoveTo | null;
  visits: readonly CalendarVisit[];
  technicians: readonly { id: number; name: string }[];
  slots: readonly Slot[];
  left: (slotId: number) => number | null;
  objection: (ids: readonly number[], to: MoveTo) => Objection;
  move: (ids: readonly number[], to: MoveTo, over?: Overbook) => void;
  /** To another day, which asks for a reason. */
  reschedule: (() => void) | null;
  close: () => void;
};

const none = 'none';
/** Each visit keeps its slot, or its technician. */
const own = 'own';

const isOne = (values: readonly unknown[]) => new Set(values).size === 1;

/** 'Mover a…': what dragging does, by choosing (WCAG 2.5.7). */
export function MoveDialog(props: Props) {
  const { moving, close } = props;
  return (
    <Modal
      opened={moving.length > 0}
      onClose={close}
      title={words.moveMany(Math.max(1, moving.length))}
      closeButtonProps={{ 'aria-label': words.cancel }}
    >
      {moving.length > 0 && <MoveForm {...props} />}
    </Modal>
  );
}

/** What is chosen in the dialog, what that means for the visits, and why it may not be. */
function useMoveForm({ moving, to, visits, slots, objection, move, close }: Props) {
  // What the visits have in common is offered as it is; where they differ, each keeps its own until one is chosen for all.
  const sameTechnician = isOne(moving.map(({ technicianId }) => technicianId));
  const sameSlot = isOne(moving.map(({ slotId }) => slotId));
  const [technician, setTechnician] = useState(() => {
    const first = to && to.technicianId !== undefined ? to : sameTechnician ? moving[0]! : null;
    return first ? String(first.technicianId ?? none) : own;
  });
  const [slot, setSlotOnly] = useState(() => String(to?.slotId ?? (sameSlot ? moving[0]!.slotId : own)));
  const [position, setPosition] = useState<number | null>(to?.position ?? null);
  const [reason, setReasonOnly] = useState('');
  const [wrong, setWrong] = useState<string | null>(null);
  const technicianId = technician === own ? undefined : technician === none ? null : Number(technician);
  const slotId = slot === own ? null : Number(slot);
  const ids = moving.map(({ id }) => id);
  const round =
    technicianId === undefined || slotId === null
      ? null
      : roundOf(visits, { technicianId, slotId }).filter(({ id }) => !ids.includes(id));
  const target: MoveTo = { technicianId, slotId, position: round && (position ?? round.length + 1) };
  const why = objection(ids, target);
  const stopped = why?.kind === 'refused' || (why?.kind === 'full' && !why.mayOverbook);
  const near =
    why?.kind === 'full'
      ? slots.filter((near) => objection(ids, { ...target, slotId: near.id, position: 1 }) === null)
      : [];
  return {
    ...{ sameTechnician, sameSlot, technician, setTechnician, slot, position, setPosition },
    ...{ round, why, stopped, near, reason, wrong },
    /** The visits whose hour another slot changes. */
    changed: slotId === null ? [] : moving.filter((visit) => visit.slotId !== slotId),
    setSlot(value: string) {
      setSlotOnly(value);
      setPosition(null);
    },
    setReason(text: string) {
      setReasonOnly(text);
      setWrong(null);
    },
    submit(event: FormEvent) {
      event.preventDefault();
      if (stopped) return;
      const over = why?.kind === 'full';
      if (over && [...reason.trim()].length < 5) return setWrong(refuse('overbook-reason-required').text);
      move(ids, target, over ? { overbook: true, overbook_reason: reason.trim() } : undefined);
      close();
    },
  };
}

type Form = ReturnType<typeof useMoveForm>;

function MoveForm(props: Props) {
  const { reschedule, close } = props;
  const form = useMoveForm(props);
  return (
    <form onSubmit={form.submit}>
      <Stack>
        <PlaceFields {...props} form={form} />
        <Consequences {...props} form={form} />
        <Group justify="space-between">
          {reschedule ? (
            <Button variant="subtle" onClick={reschedule}>
              {words.otherDay}
            </Button>
          ) : (
            <span />
          )}
          <Group gap="xs">
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
            <Button type="submit" disabled={form.stopped}>
              {words.submit}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}

/** Whose they become, in which slot, at which place of the round. */
function PlaceFields({ form, technicians, slots, left }: Props & { form: Form }) {
  return (
    <>
      <Select
        label={words.technician}
        searchable
        // The dialog puts the focus here: the list opens when it is asked for.
        openOnFocus={false}
        allowDeselect={false}
        data-autofocus
        value={form.technician}
        onChange={(value) => form.setTechnician(value ?? none)}
        data={[
          ...(form.sameTechnician ? [] : [{ value: own, label: words.ownTechnician }]),
          { value: none, label: words.unassigned },
          ...technicians.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <Select
        label={words.slot}
        allowDeselect={false}
        value={form.slot}
        onChange={(value) => form.setSlot(value ?? own)}
        data={[
          ...(form.sameSlot ? [] : [{ value: own, label: words.ownSlot }]),
          ...slots.map((slot) => slotOption({ ...slot, left: left(slot.id) }, false)),
        ]}
      />
      {form.round && (
        <Select
          label={words.position}
          allowDeselect={false}
          value={String(form.position ?? '')}
          onChange={(value) => form.setPosition(value ? Number(value) : null)}
          data={[
            ...form.round.map((visit, index) => ({
              value: String(index + 1),
              label: `${words.nth(index + 1)} · antes de ${visit.clientName}`,
            })),
            { value: '', label: words.last },
          ]}
        />
      )}
    </>
  );
}

/** Whose hour changes, why they may not go there, and what is near. */
function Consequences({ form, slots, left }: Props & { form: Form }) {
  const { changed, why, stopped, near } = form;
  const labelOf = (id: number) => {
    const named = slots.find((slot) => slot.id === id);
    return named ? slotLabel(named) : words.otherSlot;
  };
  return (
    <>
      {changed.length > 0 && (
        <Alert color="blue" variant="light" role="status" title={words.changesHour(changed.length)}>
          <ul className={styles.hours}>
            {changed.map((visit) => (
              <li key={visit.id}>
                {words.hourOf(visit.clientName, labelOf(visit.slotId), labelOf(Number(form.slot)))}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {why && (
        <Alert color={stopped ? 'red' : 'yellow'} variant="light" role="alert">
          {why.text}
        </Alert>
      )}
      {near.length > 0 && (
        <Group gap="xs" role="group" aria-label={createWords.near}>
          <Text size="sm">{createWords.near}</Text>
          {near.map((slot) => (
            <Button
              key={slot.id}
              size="compact-sm"
              variant="light"
              onClick={() => form.setSlot(String(slot.id))}
            >
              {slotOption({ ...slot, left: left(slot.id) }, false).label}
            </Button>
          ))}
        </Group>
      )}
      {why?.kind === 'full' && why.mayOverbook && (
        <LimitedInput
          label={words.overbookReason}
          description={words.overbookHint}
          withAsterisk
          max={textLimits.reason}
          value={form.reason}
          onChange={(event) => form.setReason(event.currentTarget.value)}
          error={form.wrong}
        />
      )}
    </>
  );
}
