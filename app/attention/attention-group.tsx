import { Button } from '@mantine/core';
import { useState } from 'react';
import type { AttentionReason } from '../../machines/attention/attention.ts';
import { useMinute } from '../board/day/use-minute.ts';
import { newKey, sendCommand } from '../data/send-command.ts';
import { showRefused } from '../ui/toasts/toast.ts';
import { attentionWords as words } from '../words/board/attention-words.ts';
import type { AttentionAct } from './asked.ts';
import styles from './attention.module.css';
import type { AttentionList, Item } from './attention-list.ts';
import { AttentionRow } from './attention-row.tsx';

type Props = {
  reason: AttentionReason;
  items: readonly Item[];
  list: AttentionList;
  /** One of few things in all: drawn whole. */
  few: boolean;
  unfolded: boolean;
  ask: (act: AttentionAct, key: string) => void;
};

/** Rows that a group draws before it is asked for the rest: so that the counts of the others stay in sight. */
const atFirst = 3;
/** As the command takes them. */
const mostEvents = 500;

/** What needs attention for one reason, with how many there are. */
export function AttentionGroup({ reason, items, list, few, unfolded, ask }: Props) {
  const [open, setOpen] = useState(unfolded);
  const [all, setAll] = useState(false);
  const { busy, acknowledge } = useAcknowledge(list);
  const now = useMinute() ?? Date.now();
  const shown = all || few ? items : items.slice(0, atFirst);
  const asking = items.filter(({ event }) => event !== null);
  return (
    <details
      className={styles.group}
      data-reason={reason}
      open={open}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        <span>{words.groups[reason]}</span> <span className={styles.many}>{items.length}</span>
      </summary>
      {open && (
        <>
          {asking.length > 1 && (
            <Button size="xs" variant="subtle" loading={busy} onClick={() => void acknowledge(asking)}>
              {words.seenAll}
            </Button>
          )}
          <ul className={styles.rows}>
            {shown.map((item) => (
              <AttentionRow
                key={item.key}
                item={item}
                now={now}
                ask={ask}
                busy={busy}
                seen={() => void acknowledge([item])}
                resent={() => list.drop([item.key])}
              />
            ))}
          </ul>
          {shown.length < items.length && (
            <Button
              size="xs"
              variant="default"
              fullWidth
              className={styles.rest!}
              onClick={() => setAll(true)}
            >
              {words.rest(items.length - shown.length)}
            </Button>
          )}
        </>
      )}
    </details>
  );
}

/** 'Enterado', of one or of a whole group: each operation's events by one command. */
function useAcknowledge(list: AttentionList) {
  const [busy, setBusy] = useState(false);
  const acknowledge = async (items: readonly Item[]) => {
    if (busy) return;
    setBusy(true);
    for (const { subsidiary, part } of byOperation(items)) {
      const events = part.map(({ event }) => event);
      const outcome = await sendCommand('acknowledgeEvents', { subsidiary, events }, newKey());
      if (outcome.ok || outcome.code === 'attention-unknown') list.drop(part.map(({ key }) => key));
      else showRefused(outcome.text || words.seenFailed);
    }
    setBusy(false);
  };
  return { busy, acknowledge };
}

function byOperation(items: readonly Item[]): { subsidiary: string; part: Item[] }[] {
  const operations = new Map<string, Item[]>();
  for (const item of items)
    operations.set(item.visit.operation, [...(operations.get(item.visit.operation) ?? []), item]);
  return [...operations].flatMap(([subsidiary, all]) =>
    Array.from({ length: Math.ceil(all.length / mostEvents) }, (_, index) => ({
      subsidiary,
      part: all.slice(index * mostEvents, (index + 1) * mostEvents),
    })),
  );
}
