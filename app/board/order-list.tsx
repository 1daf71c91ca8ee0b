import {
  ActionIcon,
  Alert,
  Button,
  Checkbox,
  NativeSelect,
  Popover,
  SegmentedControl,
  Skeleton,
  Stack,
} from '@mantine/core';
import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconCheck,
  IconChevronsDown,
  IconChevronsUp,
  IconMinus,
  IconRoad,
} from '@tabler/icons-react';
import { type KeyboardEvent, memo, useEffect, useState, useSyncExternalStore } from 'react';
import type { OrderCard } from '../../db/reads/pending-orders.ts';
import { priorityClass } from '../../machines/labels.ts';
import { formatDay, today } from '../../machines/slots.ts';
import { useLive } from '../live.ts';
import { Empty } from '../ui/trouble.tsx';
import { words } from '../words.ts';
import styles from './board.module.css';
import type { BoardParams } from './board-params.ts';
import { type OrderQuery, OrderStore } from './order-store.ts';

type Props = {
  operation: string;
  params: BoardParams;
  types: { value: number; text: string }[];
  set: (changes: Record<string, string | null>, options?: { step?: boolean }) => void;
};

/** S1 §2: the pending orders, or the suggestions by priority, in the colours of their state. */
export function OrderList({ operation, params, types, set }: Props) {
  const { state, store } = useOrders({
    operation,
    mode: params.mode,
    zone: params.zone,
    contractors: params.contractors,
    unscheduledOnly: params.unscheduledOnly,
    type: params.type,
  });
  return (
    <section
      className={styles.list}
      data-hidden={params.listHidden || undefined}
      aria-label={words.board.orders}
    >
      <div className={styles.listHead}>
        <SegmentedControl
          size="xs"
          value={params.mode}
          onChange={(mode) => set({ modo: mode === 'priority' ? 'prioridad' : null })}
          data={[
            { value: 'pending', label: words.board.pendingMode },
            { value: 'priority', label: words.board.priorityMode },
          ]}
        />
        <span className={styles.listCount} aria-live="polite">
          {state.status === 'ready' ? words.board.count(state.orders.length, state.total) : ''}
        </span>
        <ListOptions params={params} types={types} set={set} />
      </div>
      {state.status === 'loading' && <OrdersSkeleton />}
      {state.status === 'failed' && (
        <Stack p="sm" gap="xs">
          <Alert color="red" variant="light" role="alert" title={words.board.ordersPanelFailed}>
            {state.diagnostic ? words.board.ordersFailed(state.diagnostic) : words.board.ordersPanelHint}
          </Alert>
          <Button size="xs" variant="default" onClick={store.reload}>
            {words.board.retry}
          </Button>
        </Stack>
      )}
      {state.status === 'ready' && state.orders.length === 0 && (
        <Empty title={words.board.noOrders} hint={words.board.noOrdersHint} />
      )}
      {state.status === 'ready' && state.orders.length > 0 && (
        <ul className={styles.orders} onKeyDown={moveInList}>
          {state.orders.map((order, index) => (
            <OrderItem
              key={order.number}
              order={order}
              first={index === 0}
              withWhy={params.mode === 'priority'}
              open={set}
            />
          ))}
          {state.orders.length < state.total && (
            <li>
              <Button
                fullWidth
                variant="subtle"
                size="sm"
                radius={0}
                loading={state.loadingMore}
                onClick={store.more}
              >
                {words.board.more}
              </Button>
            </li>
          )}
        </ul>
      )}
    </section>
  );
}

function useOrders(query: OrderQuery) {
  const live = useLive();
  const key = JSON.stringify(query);
  const [held, setHeld] = useState(() => ({ key, store: new OrderStore(query) }));
  let current = held;
  if (held.key !== key) {
    current = { key, store: new OrderStore(query) };
    setHeld(current);
  }
  const { store } = current;
  useEffect(() => {
    const { operation } = store.query;
    store.onLoaded = () => live.loaded(operation);
    const stop = live.watch(operation, store);
    void store.load(0);
    return () => {
      stop();
      store.close();
    };
  }, [store, live]);
  return { state: useSyncExternalStore(store.subscribe, store.snapshot, store.snapshot), store };
}

function ListOptions({ params, types, set }: Omit<Props, 'operation'>) {
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={30} aria-label={words.board.options} title={words.board.options}>
          <IconAdjustmentsHorizontal size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm">
          <Checkbox
            label={words.board.contractors}
            checked={params.contractors}
            onChange={(event) => set({ contratistas: event.currentTarget.checked ? '1' : null })}
          />
          <Checkbox
            label={words.board.unscheduled}
            checked={params.unscheduledOnly}
            onChange={(event) => set({ sinvisita: event.currentTarget.checked ? '1' : null })}
          />
          <NativeSelect
            label={words.board.orderType}
            value={params.type ?? ''}
            onChange={(event) => set({ tipo: event.currentTarget.value || null })}
            data={[
              { value: '', label: words.board.allTypes },
              ...types.map(({ value, text }) => ({ value: String(value), label: text })),
            ]}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** A shape for each class beside its colour, the same as in the legend. */
export const classIcons = {
  high: IconChevronsUp,
  normal: IconMinus,
  low: IconChevronsDown,
  wip: IconRoad,
  finished: IconCheck,
} as const;

const OrderItem = memo(function OrderItem({
  order,
  first,
  withWhy,
  open,
}: {
  order: OrderCard;
  first: boolean;
  withWhy: boolean;
  open: Props['set'];
}) {
  const kind = priorityClass(order);
  const Icon = classIcons[kind];
  return (
    <li>
      <button
        type="button"
        className={styles.order}
        data-class={kind}
        data-order={order.number}
        tabIndex={first ? 0 : -1}
        onClick={() => open({ orden: order.number }, { step: true })}
      >
        <span className={styles.line}>
          <span>
            <Icon size={13} aria-hidden style={{ verticalAlign: '-2px' }} />
            <span className="visually-hidden">{words.board.orderState[kind]}. </span>{' '}
            <span className={styles.number}>{order.number}</span>{' '}
            <span className={styles.soft}>{order.typeName}</span>
          </span>
          {order.repeatingFailures > 0 && (
            <span className={styles.tag} title={words.board.repeating(order.repeatingFailures)}>
              <IconAlertTriangle size={12} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
              {order.repeatingFailures}
              <span className="visually-hidden"> {words.board.repeating(order.repeatingFailures)}</span>
            </span>
          )}
          <span className={styles.tag}>{shortDay(today(new Date(order.createdAt)))}</span>
        </span>
        <span className={styles.line}>
          <span className={styles.soft}>{order.symptom ?? order.clientName}</span>
          <span className={styles.tag}>
            {order.contractor ? words.board.contractor : (order.nodeName ?? '')}
          </span>
        </span>
        {withWhy && (
          <span className={`${styles.line} ${styles.soft}`}>
            <span>{order.why}</span>
          </span>
        )}
      </button>
    </li>
  );
});

/** dd/mm/aa: an old order stands first, and its year matters. */
const shortDay = (day: string): string => {
  const text = formatDay(day);
  return `${text.slice(0, 6)}${text.slice(8)}`;
};

/** Up and down through the cards; the list is one stop of the Tab key. */
function moveInList(event: KeyboardEvent<HTMLUListElement>) {
  if (!['ArrowDown', 'ArrowUp', 'Home', 'End'].includes(event.key)) return;
  const cards = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('[data-order]')];
  const at = cards.indexOf(document.activeElement as HTMLButtonElement);
  if (at < 0) return;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: cards.length - 1 }[event.key]!;
  const next = cards[to];
  if (!next) return;
  event.preventDefault();
  cards[at]!.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
}

const skeletonRows = Array.from({ length: 12 }, (_, row) => row);

function OrdersSkeleton() {
  return (
    <div aria-busy="true">
      <p className="visually-hidden">{words.loading.orders}</p>
      {skeletonRows.map((row) => (
        <Stack key={row} gap={6} px="sm" py={8}>
          <Skeleton height={11} width="70%" />
          <Skeleton height={11} width="90%" />
        </Stack>
      ))}
    </div>
  );
}
