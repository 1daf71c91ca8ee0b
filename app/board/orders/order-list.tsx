import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { OrderCard } from '../../../db/reads/orders/pending-orders.ts';
import type { Slot } from '../../../db/reads/settings/operation.ts';
import { useLiveView } from '../../data/live-view.ts';
import { type OrderQuery, OrdersView, type SentOrders } from '../../data/orders-view.ts';
import { useSent } from '../../data/use-sent.ts';
import { Empty } from '../../ui/content/error-page.tsx';
import { DropButton } from '../../ui/plain/drop-button.tsx';
import plain from '../../ui/plain/plain.module.css';
import { PlainButton, PlainNotice } from '../../ui/plain/plain.tsx';
import { PlainChoice } from '../../ui/plain/plain-choice.tsx';
import { showRefused } from '../../ui/toasts/toast.ts';
import { boardWords } from '../../words/board/board-words.ts';
import { loadingWords } from '../../words/shell/shell-words.ts';
import styles from '../board.module.css';
import { type BoardParams, orderQueryOf } from '../board-params.ts';
import { CreatingNotice } from '../create/creating-notice.tsx';
import { useChoice } from '../create/use-choice.ts';
import { useWordSearch } from '../filters/use-filter.ts';
import type { VisitFilter } from '../filters/visit-filter.ts';
import { isLong, OrderRows } from './order-rows.tsx';

const loadOptions = () => import('./list-options.tsx').then((part) => part.ListOptions);

type Props = {
  operation: string;
  params: BoardParams;
  types: { value: number; text: string }[];
  slots: readonly Slot[];
  /** The operation's name, where it is one of several on the board. */
  among?: string | undefined;
  /** The list's first orders, where the document brought them. */
  sent: SentOrders | null;
  set: (changes: Record<string, string | null>, options?: { step?: boolean }) => void;
};

/** S1 §2: the pending orders, or the suggestions by priority, in the colours of their state. */
export function OrderList({ operation, params, types, slots, among, sent, set }: Props) {
  const { state, view } = useOrders(orderQueryOf(operation, params), sent);
  const orders = useNarrowedOrders(state.orders, params.filter);
  const isShown = state.status === 'ready' || state.status === 'begun';
  const open = useChoice(orders, params.creating, set);
  const missing =
    params.foundOrder !== null &&
    state.status === 'ready' &&
    !orders.some((order) => order.number === params.foundOrder);
  return (
    <section
      id="orders"
      tabIndex={-1}
      className={styles.list}
      data-hidden={params.listHidden || undefined}
      aria-label={among ? boardWords.ordersOf(among) : boardWords.orders}
    >
      <div className={styles.listHead}>
        <PlainChoice
          size="small"
          label={boardWords.orderMode}
          value={params.mode}
          choose={(mode) => set({ modo: mode === 'priority' ? 'prioridad' : null })}
          choices={[
            { value: 'pending', text: boardWords.pendingMode },
            { value: 'priority', text: boardWords.priorityMode },
          ]}
        />
        <span className={styles.listCount} aria-live="polite">
          {state.status === 'ready' ? boardWords.count(orders.length, state.total) : ''}
        </span>
        <DropButton
          kind="dialog"
          as="icon"
          ahead
          look="default"
          label={boardWords.options}
          title={boardWords.options}
          load={loadOptions}
          given={{ params, types, set }}
        >
          <IconAdjustmentsHorizontal size={16} aria-hidden />
        </DropButton>
      </div>
      {among && (
        <p className={styles.listOf} aria-hidden>
          {boardWords.ordersOf(among)}
        </p>
      )}
      {params.creating && !isLookingUp(params) && (
        <CreatingNotice place={params.creating} slots={slots} ready={state.status === 'ready'} />
      )}
      {missing && (
        <p role="status" className={styles.notFound}>
          {boardWords.notInList}
        </p>
      )}
      {state.status === 'loading' && <OrdersSkeleton />}
      {state.status === 'failed' && (
        <div className={`${plain.column} ${styles.failed}`}>
          <PlainNotice tone="red" role="alert" heading={boardWords.ordersPanelFailed}>
            {boardWords.ordersPanelHint}
            <div>{boardWords.ordersFailed(state.diagnostic ?? boardWords.noAnswer)}</div>
          </PlainNotice>
          <PlainButton size="small" look="default" onClick={view.reload}>
            {boardWords.retry}
          </PlainButton>
        </div>
      )}
      {isShown && orders.length === 0 && <Empty title={boardWords.noOrders} hint={boardWords.noOrdersHint} />}
      {isShown && orders.length > 0 && (
        <OrderRows
          // Which rows are drawn is decided once, by the whole list's length.
          key={String(state.status === 'begun' && isLong(state.total))}
          orders={orders}
          // Those that did not come, and not those that are not asked for.
          total={state.total - state.orders.length + orders.length}
          begun={state.status === 'begun'}
          mode={params.mode}
          foundOrder={params.foundOrder}
          open={open}
          loadingMore={state.loadingMore}
          more={view.more}
        />
      )}
    </section>
  );
}

/** Something stands in the list's place, or over it. */
const isLookingUp = ({ order, client, visit }: BoardParams) =>
  order !== null || client !== null || visit !== null;

/** The board's symptom and words hold for the list too; kind and zone it asks the server for. */
function useNarrowedOrders(orders: readonly OrderCard[], { symptom, search }: VisitFilter) {
  const hasWords = useWordSearch(search !== '');
  return useMemo(() => {
    if (symptom === null && (search === '' || !hasWords)) return orders;
    return orders.filter(
      ({ symptomId, clientName, number, nodeName, address }) =>
        (symptom === null || symptomId === symptom) &&
        (search === '' || !hasWords || hasWords(`${clientName} ${number} ${nodeName} ${address}`, search)),
    );
  }, [orders, symptom, search, hasWords]);
}

/** @param sent what the document brought */
function useOrders(query: OrderQuery, sent: SentOrders | null) {
  const key = JSON.stringify(query);
  const brought = useSent(sent);
  const { view, operations } = useMemo(() => {
    const query = JSON.parse(key) as OrderQuery;
    const first = brought.current;
    const view = new OrdersView(query, first && JSON.stringify(first.query) === key ? first : null);
    view.onMoreFailed = (diagnostic) =>
      showRefused(boardWords.ordersFailed(diagnostic ?? boardWords.noAnswer));
    return { view, operations: [query.operation] };
  }, [key, brought]);
  return { state: useLiveView(view, operations), view };
}

function OrdersSkeleton() {
  return (
    <div aria-busy="true">
      <p className={styles.leftOut}>{loadingWords.orders}</p>
      <div className={styles.bones} />
    </div>
  );
}
