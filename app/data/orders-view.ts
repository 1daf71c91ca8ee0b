import type { Changes } from '../../db/feed/changes.ts';
import type { OrderCard } from '../../db/reads/orders/pending-orders.ts';
import { type AskAnswer, askAddress } from './ask.ts';
import { LiveView } from './live-view.ts';
import { readJson } from './read-json.ts';

export type OrderQuery = {
  operation: string;
  mode: 'pending' | 'priority';
  zone: number | null;
  contractors: boolean;
  unscheduledOnly: boolean;
  type: number | null;
};

export type OrdersState = {
  /** `begun`: the first ones, which the document brought; the list follows. */
  status: 'loading' | 'begun' | 'ready' | 'failed';
  diagnostic: string | null;
  version: number | null;
  orders: readonly OrderCard[];
  total: number;
  loadingMore: boolean;
};

/** The first orders of a list, which came with the document: `OrderCard[]` as JSON, of `total`. */
export type SentOrders = { query: OrderQuery; text: string; total: number };

/** The dispatcher's list, by its filters; paged by the number received. */
export class OrdersView extends LiveView<OrdersState> {
  private loading: AbortController | null = null;
  /** Called when more of a list that is shown did not come: the list stays as it is. */
  onMoreFailed: (diagnostic: string | null) => void = () => {};

  /** @param sent the first orders, shown until the list has been read */
  constructor(
    readonly query: OrderQuery,
    sent: SentOrders | null = null,
  ) {
    super({
      status: 'loading',
      diagnostic: null,
      version: null,
      orders: [],
      total: 0,
      loadingMore: false,
      ...(sent && { status: 'begun', orders: JSON.parse(sent.text) as OrderCard[], total: sent.total }),
    });
  }

  version = (): number | null => this.state.version;
  open = (): void => void this.load(0);
  reload = (): void => void this.load(0);
  more = (): void => {
    // The pending list came in a single request (S1 §4): there is no next page.
    if (this.query.mode === 'priority' && !this.state.loadingMore) void this.load(this.state.orders.length);
  };

  async load(offset: number): Promise<void> {
    this.loading?.abort();
    const loading = new AbortController();
    this.loading = loading;
    if (offset > 0) this.become({ loadingMore: true });
    try {
      const answer = await readJson<AskAnswer<'pendingOrders'>>(
        askAddress('pendingOrders', queryOf(this.query, offset)),
        loading.signal,
      );
      if (!answer.ok) {
        if (offset > 0) return this.keep(answer.text);
        this.become({ status: 'failed', diagnostic: answer.text, loadingMore: false });
        return;
      }
      const shown = offset === 0 ? [] : this.state.orders;
      const shownNumbers = new Set(shown.map((order) => order.number));
      this.become({
        status: 'ready',
        diagnostic: null,
        orders: [
          ...shown,
          ...(answer.orders as unknown as OrderCard[]).filter((order) => !shownNumbers.has(order.number)),
        ],
        total: answer.total,
        // Changes are asked for from the oldest page shown.
        version: offset === 0 ? answer.version : this.state.version,
        loadingMore: false,
      });
      this.onLoaded();
    } catch (error) {
      if (loading.signal.aborted) return;
      console.warn('orders not loaded', error);
      if (offset > 0) return this.keep(null);
      this.become({
        status: this.state.status === 'ready' ? 'ready' : 'failed',
        diagnostic: null,
        loadingMore: false,
      });
    }
  }

  private keep(diagnostic: string | null) {
    this.become({ loadingMore: false });
    this.onMoreFailed(diagnostic);
  }

  apply(changes: Changes): void {
    if (this.state.status !== 'ready') return;
    // Their ranks, or the zones of their nodes: of any of them.
    if (changes.priorities || changes.zones) {
      this.reload();
      return;
    }
    let orders = this.state.orders;
    let { total } = this.state;
    const received = new Set(
      changes.events.filter(({ name }) => name === 'order.received').map(({ order }) => order),
    );
    for (const card of changes.orders) {
      const at = orders.findIndex((order) => order.number === card.number);
      const belongs = this.belongs(card);
      if (at >= 0) {
        if (!belongs) {
          orders = orders.toSpliced(at, 1);
          total--;
        } else if (hasOpenVisit(orders[at]!) && !hasOpenVisit(card)) {
          orders = this.placed(orders.toSpliced(at, 1), card, true);
        } else {
          // One that got its visit stays where it is until the list is read again: what was just clicked does not jump.
          orders = orders.with(at, card);
        }
      } else if (belongs) {
        orders = this.placed(orders, card, orders.length === total);
        // One that changed beyond the last page has been counted before.
        if (this.state.orders.length === this.state.total || received.has(card.number)) total++;
      }
    }
    const version = Math.max(changes.to, this.state.version ?? 0);
    if (orders === this.state.orders && total === this.state.total) this.state = { ...this.state, version };
    else this.become({ orders, total, version });
  }

  override close(): void {
    this.loading?.abort();
  }

  private belongs(card: OrderCard): boolean {
    const { zone, contractors, unscheduledOnly, type } = this.query;
    return (
      card.open &&
      (zone === null || card.zoneId === zone) &&
      (contractors || !card.contractor) &&
      (!unscheduledOnly || card.visitState === 'none') &&
      (type === null || card.type === type)
    );
  }

  /** With the card at its rank; one that ranks after the last card shown only when that is the list's end. */
  private placed(orders: readonly OrderCard[], card: OrderCard, atEnd: boolean): readonly OrderCard[] {
    const place = orders.findLastIndex((order) => !this.comesBefore(card, order)) + 1;
    return place === orders.length && !atEnd ? orders : orders.toSpliced(place, 0, card);
  }

  /** The rank of `listPendingOrders`: those without an open visit first. */
  private comesBefore(a: OrderCard, b: OrderCard): boolean {
    if (hasOpenVisit(a) !== hasOpenVisit(b)) return hasOpenVisit(b);
    if (this.query.mode === 'priority' && a.score !== b.score) return a.score > b.score;
    return String(a.createdAt) < String(b.createdAt);
  }
}

const hasOpenVisit = (order: OrderCard) => order.visitState === 'wip';

const queryOf = (query: OrderQuery, offset: number): Record<string, string> => ({
  subsidiary: query.operation,
  request: query.mode,
  ...(query.zone !== null && { zone: String(query.zone) }),
  ...(query.contractors && { show_contractors: '1' }),
  ...(query.unscheduledOnly && { unscheduled_only: '1' }),
  ...(query.type !== null && { ot_type: String(query.type) }),
  ...(offset > 0 && { offset: String(offset) }),
});
