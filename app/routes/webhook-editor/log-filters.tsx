import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { webhookEvents } from '../../../machines/events.ts';
import { deliveryStates, pingType } from '../../../machines/webhook/webhook.ts';
import styles from '../../webhooks/webhooks.module.css';
import { webhookWords } from '../../words/setup/webhooks-words.ts';

type Props = {
  params: URLSearchParams;
  set: (changes: Record<string, string | null>, options?: { step?: boolean }) => void;
};

const { log, states, type: typeName } = webhookWords;

/** By state, event and order; each stands in the address. */
export function LogFilters({ params, set }: Props) {
  const shown = params.get('ot') ?? '';
  const [order, setOrder] = useState({ typed: shown, shown });
  if (order.shown !== shown) setOrder({ typed: shown, shown });
  const [wrong, setWrong] = useState(false);
  // Another filter begins with the newest.
  const choose = (name: string, value: string) => set({ [name]: value || null, antes: null }, { step: true });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const number = order.typed.trim();
    setWrong(number !== '' && !/^\d{11}$/.test(number));
    if (number === '' || /^\d{11}$/.test(number)) choose('ot', number);
  };
  const any = ['estado', 'tipo', 'ot'].some((name) => params.has(name));
  return (
    <form onSubmit={submit} noValidate className={styles.filters}>
      <NativeSelect
        label={log.stateFilter}
        value={params.get('estado') ?? ''}
        onChange={(event) => choose('estado', event.currentTarget.value)}
        data={[
          { value: '', label: log.anyState },
          ...deliveryStates.map((state) => ({ value: state, label: states[state] })),
        ]}
      />
      <NativeSelect
        label={log.typeFilter}
        value={params.get('tipo') ?? ''}
        onChange={(event) => choose('tipo', event.currentTarget.value)}
        data={[
          { value: '', label: log.anyType },
          ...[...webhookEvents, pingType].map((type) => ({ value: type, label: typeName(type) })),
        ]}
      />
      <TextInput
        label={log.orderFilter}
        value={order.typed}
        onChange={(event) => setOrder({ typed: event.currentTarget.value, shown })}
        error={wrong && log.orderWrong}
        inputMode="numeric"
        maxLength={20}
      />
      <Button type="submit" variant="default">
        {log.filter}
      </Button>
      {any && (
        <Button
          variant="subtle"
          onClick={() => {
            setWrong(false);
            set({ estado: null, tipo: null, ot: null, antes: null }, { step: true });
          }}
        >
          {log.clear}
        </Button>
      )}
    </form>
  );
}
