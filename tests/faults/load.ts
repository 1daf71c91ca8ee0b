import { addDays, hourOf, today } from '../../machines/calendar/slots.ts';
import type { Intent, Journal } from './journal.ts';
import type { People, Place, Technician } from './people.ts';
import { pause } from './timing.ts';

/** What the load did with one order, as it was acknowledged. */
export type Chain = { visits: number[]; links: number[]; departures: number[]; moves: number[] };

export type Load = {
  chains: Chain[];
  /** Answers that no order of events explains. */
  wrong: Intent[];
  answered(): number;
  /** At least so many commands, all of them answered. */
  finish(): Promise<void>;
};

/**
 * Mixed commands from several people at once, each of whom knows what has to be answered: a visit is created,
 * taken, released, moved, handed over, edited, set on the way and closed, and each step is possible only if the
 * one before it was done exactly once.
 * @param options.commands so many at least, and on until `finish`
 * @param options.pauseMs between two commands of one person
 * @param options.open visits are left open: a message that waits keeps its sense, however late it is sent
 */
export function startLoad(
  journal: Journal,
  people: People,
  options: { commands: number; lanes?: number; pauseMs?: number; from?: number; open?: boolean },
): Load {
  const { commands, lanes = 8, pauseMs = 100, open = false } = options;
  const nextOrders = new Map(people.places.map((place) => [place, options.from ?? 0]));
  let ending = false;
  let gaveUp = false;
  const chains: Chain[] = [];
  const wrong: Intent[] = [];
  const begun = journal.intents.length;
  const answered = () => journal.intents.length - begun;

  /** @returns what was answered; undefined: this chain has come to its end */
  const send = async (token: string, path: string, body: Record<string, unknown>) => {
    const intent = await journal.act(token, path, body);
    await pause(pauseMs * (0.5 + Math.random()));
    if (intent.status === 200) return JSON.parse(intent.text).data;
    if (intent.status === null) gaveUp = true;
    // At the end of the day its visits are delayed, or over, while they are worked on.
    else if (!(intent.status === 409 && isDayEnding())) wrong.push(intent);
    return undefined;
  };

  const work = async (lane: number) => {
    for (let round = lane; !gaveUp && (!ending || answered() < commands); round++) {
      const place = people.places[lane % people.places.length]!;
      const mine = place.technicians[lane]!;
      const next = nextOrders.get(place)!;
      nextOrders.set(place, next + 1);
      const order = people.orders[indexOf(people, place, next)];
      if (order?.place !== place) throw new Error('the load has no more orders');
      const chain: Chain = { visits: [], links: [], departures: [], moves: [] };
      chains.push(chain);
      await (round % 3 === 0 ? moved : round % 3 === 1 ? taken : handedOver)({
        place,
        mine,
        order: order.number,
        chain,
      });
    }
  };

  type Turn = { place: Place; mine: Technician; order: string; chain: Chain };
  const { dispatcher } = people;
  const tomorrow = () => addDays(today(new Date()), 1);

  const create = async ({ place, order, chain }: Turn, day: string, link: boolean) => {
    const made = await send(dispatcher, 'visit/create', {
      ot_type: people.orderType,
      ot_number: order,
      possibleDate: day,
      timestripe: place.slotId,
      checked: link ? ['public_link'] : [],
    });
    if (!made) return undefined;
    chain.visits.push(made.visit_id);
    if (link) chain.links.push(made.visit_id);
    return made.visit_id as number;
  };
  const departAndClose = async ({ mine, chain }: Turn, visit_id: number) => {
    if (open || !(await send(mine.token, 'visit/set_on_the_way', { visit_id }))) return;
    chain.departures.push(visit_id);
    // The road: who closes before the message is sent finds it dropped, rightly.
    await pause(200 + pauseMs);
    await send(mine.token, 'visit/finish', {
      visit_id,
      status: people.closing,
      repair_code: people.repairCode,
    });
  };
  /** A technician takes it, gives it back, takes it again, and two others come too late. */
  const taken = async (turn: Turn) => {
    const { mine, place } = turn;
    const visit_id = await create(turn, today(new Date()), false);
    if (visit_id === undefined) return;
    if (!(await send(mine.token, 'visit/attach', { visit_id }))) return;
    if (!(await send(mine.token, 'visit/detach', { visit_id, notes: 'vuelvo más tarde' }))) return;
    const rival = place.technicians[20 + place.technicians.indexOf(mine)]!;
    const both = await Promise.all(
      [mine, rival].map(({ token }) => journal.act(token, 'visit/attach', { visit_id })),
    );
    const winners = both.filter(({ status }) => status === 200);
    if (winners.length !== 1 && !isDayEnding()) wrong.push(...both);
    if (both.some(({ status }) => status === null)) gaveUp = true;
    if (winners.length !== 1) return;
    await departAndClose({ ...turn, mine: both[0]!.status === 200 ? mine : rival }, visit_id);
  };
  const handedOver = async (turn: Turn) => {
    const { mine, place } = turn;
    const visit_id = await create(turn, tomorrow(), true);
    if (visit_id === undefined) return;
    if (!(await send(dispatcher, 'visit/edit', { visit_id, timestripe_id: place.otherSlotId }))) return;
    const tech_id = mine.technicianId;
    if (!(await send(dispatcher, 'visit/change_technician', { visit_id: [visit_id], tech_id }))) return;
    await departAndClose(turn, visit_id);
  };
  const moved = async (turn: Turn) => {
    const { mine, place, chain } = turn;
    const visit_id = await create(turn, tomorrow(), false);
    if (visit_id === undefined) return;
    const again = await send(dispatcher, 'visit/reschedule', {
      visit_id,
      new_date: addDays(tomorrow(), 1),
      new_timestripe: place.otherSlotId,
      new_status: people.rescheduling,
      reschedule_comments: 'el cliente viaja',
      checked: ['public_link'],
    });
    if (!again) return;
    const next: number = again.new_id;
    chain.visits.push(next);
    chain.moves.push(next);
    const tech_id = mine.technicianId;
    if (!(await send(dispatcher, 'visit/change_technician', { visit_id: [next], tech_id }))) return;
    await departAndClose(turn, next);
  };

  const running = Array.from({ length: lanes }, (_, lane) => work(lane));
  return {
    chains,
    wrong,
    answered,
    async finish() {
      ending = true;
      await Promise.all(running);
    },
  };
}

/** The n-th order of a place: the list holds one place's after the other's. */
const indexOf = (people: People, place: Place, n: number) =>
  people.places.indexOf(place) * (people.orders.length / people.places.length) + n;

/** From an hour before the last slot ends, at 23, until visits made before midnight are done with. */
const isDayEnding = () => [22, 23, 0].includes(hourOf(new Date()));
