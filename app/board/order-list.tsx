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
  IconCalendarSearch,
  IconCheck,
  IconChevronsDown,
  IconChevronsUp,
  IconMinus,
  IconRoad,
} from '@tabler/icons-react';
import { type KeyboardEvent, memo, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { OrderCard } from '../../db/reads/pending-orders.ts';
import { priorityClass } from '../../machines/labels.ts';
import { formatDay, mondayOf, today } from '../../machines/slots.ts';
import { useLive } from '../live.ts';
import { tellRefused } from '../ui/toast.tsx';
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
  const list = useRef<HTMLUListElement>(null);
  const missing = useFound(list, params.foundOrder, state.status === 'ready' ? state.orders : null);
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
      {missing && (
        <p role="status" className={styles.notFound}>
          {words.board.notInList}
        </p>
      )}
      {state.status === 'loading' && <OrdersSkeleton />}
      {state.status === 'failed' && (
        <Stack p="sm" gap="xs">
          <Alert color="red" variant="light" role="alert" title={words.board.ordersPanelFailed}>
            {words.board.ordersPanelHint}
            <div>{words.board.ordersFailed(state.diagnostic ?? words.board.noAnswer)}</div>
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
        <ul ref={list} className={styles.orders} onKeyDown={moveInList}>
          {state.orders.map((order, index) => (
            <OrderItem
              key={order.number}
              order={order}
              first={index === 0}
              withWhy={params.mode === 'priority'}
              found={params.foundOrder === order.number}
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

/** The card that was asked for, in view and in focus, once. @returns whether the list, as it is filtered, lacks it */
function useFound(
  list: React.RefObject<HTMLUListElement>,
  number: string | null,
  orders: readonly OrderCard[] | null,
): boolean {
  const shown = useRef<string | null>(null);
  const present = orders?.some((order) => order.number === number) ?? false;
  useEffect(() => {
    if (number === null) shown.current = null;
    if (number === null || !present || shown.current === number) return;
    const card = list.current?.querySelector<HTMLElement>(`[data-order="${CSS.escape(number)}"]`);
    if (!card) return;
    shown.current = number;
    card.scrollIntoView({ block: 'center' });
    card.focus({ preventScroll: true });
  }, [list, number, present]);
  return number !== null && orders !== null && !present;
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
    store.onMoreFailed = (diagnostic) =>
      tellRefused(words.board.ordersFailed(diagnostic ?? words.board.noAnswer));
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
  found,
  open,
}: {
  order: OrderCard;
  first: boolean;
  withWhy: boolean;
  found: boolean;
  open: Props['set'];
}) {
  const kind = priorityClass(order);
  const Icon = classIcons[kind];
  return (
    <li className={styles.orderItem}>
      <button
        type="button"
        className={styles.order}
        data-found={found || undefined}
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
            <span title={order.why}>{order.why}</span>
          </span>
        )}
      </button>
      {order.visitId !== null && (
        <ActionIcon
          className={styles.toCalendar}
          variant="subtle"
          color="gray"
          size={24}
          tabIndex={-1}
          aria-label={`${words.board.showInCalendar}: OT ${order.number}`}
          title={words.board.showInCalendar}
          onClick={() =>
            open(
              { visita: String(order.visitId), semana: mondayOf(order.visitDay!), fila: null, vista: null },
              { step: true },
            )
          }
        >
          <IconCalendarSearch size={16} aria-hidden />
        </ActionIcon>
      )}
    </li>
  );
});

/** dd/mm/aa: an old order stands first, and its year matters. */
const shortDay = (day: string): string => {
  const text = formatDay(day);
  return `${text.slice(0, 6)}${text.slice(8)}`;
};

/** Up and down through the cards, right to a card's visit in the calendar and back; the list is one stop of the Tab key. */
function moveInList(event: KeyboardEvent<HTMLUListElement>) {
  const item = (event.target as HTMLElement).closest('li');
  if (event.key === 'ArrowRight') item?.querySelector<HTMLElement>('[data-order] ~ button')?.focus();
  if (event.key === 'ArrowLeft') item?.querySelector<HTMLElement>('[data-order]')?.focus();
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
