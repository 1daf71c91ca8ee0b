import { Button, NativeSelect, Radio, Stack } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { OfferedDay } from '../../../db/reads/visits/external-visit.ts';
import { dayInWords } from '../../../machines/calendar/slots.ts';
import { externalWords } from '../../words/shell/external-words.ts';
import styles from './external.module.css';
import { useOfferedDays } from './use-offered-days.ts';

const { conversation } = externalWords;

type Props = {
  token: string;
  busy: boolean;
  back: () => void;
  send: (chosen: { new_date: string; timestripe_id: number }) => Promise<void>;
  /** What went wrong with the last try. */
  children: ReactNode;
};

/** 'Necesito cambiarla': a day and a slot among those that the operation offers. */
export function ChangeForm({ token, busy, back, send, children }: Props) {
  const { days, failure } = useOfferedDays(token);
  const [day, setDay] = useState('');
  const [slotId, setSlotId] = useState('');
  const chosen = days?.find((offered) => offered.day === day) ?? days?.[0];
  const slot = chosen?.slots.find(({ id }) => String(id) === slotId) ?? chosen?.slots[0];
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen && slot) void send({ new_date: chosen.day, timestripe_id: slot.id });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        {days === null && !failure && <p role="status">{conversation.loading}</p>}
        {failure && <p role="alert">{failure}</p>}
        {days?.length === 0 && <p role="status">{conversation.noDays}</p>}
        {chosen && (
          <DayAndSlot days={days!} day={chosen} slotId={slot?.id} chooseDay={setDay} chooseSlot={setSlotId} />
        )}
        {children}
        <Stack gap="xs">
          {slot && (
            <Button type="submit" size="lg" loading={busy}>
              {conversation.doChange}
            </Button>
          )}
          <Button size="lg" variant="default" onClick={back}>
            {conversation.back}
          </Button>
        </Stack>
      </Stack>
    </form>
  );
}

function DayAndSlot(props: {
  days: OfferedDay[];
  day: OfferedDay;
  slotId: number | undefined;
  chooseDay: (day: string) => void;
  chooseSlot: (slotId: string) => void;
}) {
  const { days, day, slotId, chooseDay, chooseSlot } = props;
  return (
    <>
      <NativeSelect
        label={conversation.day}
        size="md"
        value={day.day}
        onChange={(event) => chooseDay(event.currentTarget.value)}
        data={days.map(({ day }) => ({ value: day, label: dayInWords(day) }))}
      />
      <Radio.Group label={conversation.slot} size="md" value={String(slotId ?? '')} onChange={chooseSlot}>
        <div className={styles.slots}>
          {day.slots.map(({ id, name, from, to, left }) => (
            <Radio
              key={id}
              size="md"
              value={String(id)}
              label={conversation.hours(from, to)}
              // A slot that is called by its hours says them once.
              description={
                [/\p{L}{2}/u.test(name) && name, left !== null && conversation.left(left)]
                  .filter(Boolean)
                  .join(' · ') || undefined
              }
            />
          ))}
        </div>
      </Radio.Group>
    </>
  );
}
