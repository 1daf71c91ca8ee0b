import type { Sql } from '../../../db/connection/sql.ts';
import { daysOfMonth } from '../../../machines/calendar/month.ts';
import { addDays, mondayOf } from '../../../machines/calendar/slots.ts';
import type { OnTheWay, ReportName, ReportRow, Timeframe } from '../../../machines/report/reports.ts';
import { localDay, localHour, type Replayed, replayLog } from '../record/replay-log.ts';

/** What the events do not hold because it never changes, or belongs to another user than the visit. */
type Facts = {
  technicians: {
    id: number;
    name: string;
    username: string;
    operations: string[];
    agenda: boolean;
    telegram: boolean;
  }[];
  reasons: Map<number, { text: string; responsible: 'cliente' | 'empresa' | 'terceros' | null }>;
  operations: Map<string, string>;
  orders: Map<string, { createdAt: Date; ticketAt: Date | null; clientId: string; type: number }>;
  hours: Map<number, { from: number; to: number }>;
};

export type Asked = { operations: string[]; month: string; timeframe: Timeframe; now: Date };

/** The twelve reports a second time, counted in plain code over the replayed log. */
export async function openSecondWay(sql: Sql, operations: string[]) {
  const visits = await replayLog(sql, operations);
  const facts = await readFacts(sql);
  return <Name extends ReportName>(name: Name, asked: Asked): ReportRow<Name>[] => {
    const reach = asked.operations.filter((code) => operations.includes(code));
    return ways[name](
      { ...asked, operations: reach },
      visits.filter((visit) => reach.includes(visit.operation)),
      facts,
    ) as never;
  };
}

type Way<Name extends ReportName> = (asked: Asked, visits: Replayed[], facts: Facts) => ReportRow<Name>[];

const ways: { [Name in ReportName]: Way<Name> } = {
  monthly: ({ month }, visits) =>
    daysOfMonth(month).map((day) => {
      const here = visits.filter((visit) => visit.day === day);
      return { day, total: here.length, ...ends(here), open: here.filter(({ closed }) => !closed).length };
    }),
  late_schedule: ({ month }, visits) =>
    daysOfMonth(month).map((day) => {
      const here = visits.filter((visit) => visit.day === day);
      return { day, total: here.length, late: here.filter(({ late }) => late).length };
    }),
  late_finish: ({ month }, visits) =>
    daysOfMonth(month).map((day) => {
      const here = visits.filter(
        ({ closed }) => closed && closed.how !== 'rescheduled' && closed.day === day,
      );
      const late = here.filter(({ closed }) => closed!.late);
      const { finished: finishedLate, cancelled: cancelledLate } = ends(late);
      return { day, closed: here.length, late: late.length, finishedLate, cancelledLate };
    }),
  cancellation_reasons: ({ month }, visits, { reasons }) => {
    const cancelled = closedIn(visits, month).filter(({ closed }) => closed!.how === 'cancelled');
    return [...groupBy(cancelled, ({ closed }) => closed!.reasonId)].map(([id, { length: amount }]) => ({
      reasonId: id,
      reason: reasons.get(id)!.text,
      responsible: reasons.get(id)!.responsible,
      amount,
      percentage: Math.round((amount / cancelled.length) * 10_000) / 100,
    }));
  },
  technicians: ({ month }, visits, { technicians }) => {
    const closed = closedIn(visits, month);
    const given = visits.flatMap((visit) => visit.detached);
    return technicians.flatMap(({ id, name }) => {
      const { finished, cancelled } = ends(closed.filter((visit) => visit.technicianId === id));
      const detached = given.filter((one) => one.technicianId === id && inMonth(one.day, month)).length;
      return finished + cancelled + detached > 0
        ? [{ technicianId: id, technicianName: name, finished, cancelled, detached }]
        : [];
    });
  },
  unclosed: ({ timeframe, now }, visits, { technicians, orders, hours }) =>
    visits
      .filter(
        ({ closed, delayed, day, slotId }) =>
          !closed && (delayed || localHour(day, hours.get(slotId)!.to) <= now.getTime()),
      )
      .filter(({ day }) => {
        const monday = mondayOf(localDay(now));
        const thisWeek = day >= monday && day <= addDays(monday, 6);
        return timeframe === 'all' || (timeframe === 'this_week') === thisWeek;
      })
      .map((visit) => ({
        id: visit.id,
        status: visit.delayed
          ? 'Cierre demorado'
          : visit.onTheWay
            ? 'En camino'
            : visit.postponedFor === null
              ? 'Pendiente'
              : `Pendiente: ${visit.postponedFor}`,
        statusId: visit.delayed ? 17 : visit.postponedFor === null ? 1 : 14,
        orderNumber: visit.orderNumber,
        clientId: orders.get(visit.orderNumber)!.clientId,
        day: visit.day,
        technicianName: technicians.find(({ id }) => id === visit.technicianId)?.name ?? null,
        delayedWhileOnTheWay: visit.delayed && visit.delayedOnTheWay,
      })),
  reschedule: ({ month }, visits) => {
    const byId = new Map(visits.map((visit) => [visit.id, visit]));
    return closedIn(visits, month)
      .filter(({ closed }) => closed!.how === 'rescheduled')
      .map((visit) => {
        let rescheduleCount = 1;
        for (let at = visit; at.previous !== null; at = byId.get(at.previous)!) rescheduleCount++;
        return {
          visitId: visit.id,
          createdAt: visit.createdAt,
          rescheduledAt: visit.closed!.at,
          rescheduleCount,
        };
      });
  },
  monthly_derivations: ({ month }, visits, { orders }) =>
    closedIn(visits, month)
      .filter(({ closed }) => closed!.derivation !== null)
      .map((visit) => ({
        id: visit.id,
        orderNumber: visit.orderNumber,
        clientId: orders.get(visit.orderNumber)!.clientId,
        finishedAt: visit.closed!.at,
        derivation: visit.closed!.derivation === 1 ? 'Redes' : 'Contratista',
      })),
  segments: ({ month, operations }, visits, facts) =>
    operations.map((code) => {
      const done = closedIn(visits, month)
        .filter((visit) => visit.operation === code && visit.closed!.how === 'finished')
        .map((visit) => ({
          visit: visit.createdAt,
          end: visit.closed!.at,
          ...facts.orders.get(visit.orderNumber)!,
        }));
      return {
        operation: code,
        operationName: facts.operations.get(code)!,
        ticketToOrder: meanMinutes(
          done.flatMap((one) => (one.ticketAt ? [[one.ticketAt, one.createdAt]] : [])),
        ),
        orderToVisit: meanMinutes(done.map((one) => [one.createdAt, one.visit])),
        visit: meanMinutes(done.map((one) => [one.visit, one.end])),
        total: meanMinutes(done.map((one) => [one.ticketAt ?? one.createdAt, one.end])),
        count: done.length,
      };
    }),
  on_the_way: ({ month }, visits, facts) => {
    const closed = closedIn(visits, month);
    return facts.technicians.flatMap(({ id, name }) => {
      const here = closed.filter((visit) => visit.technicianId === id);
      return here.length > 0 ? [{ technicianId: id, technicianName: name, ...onTheWay(here, facts) }] : [];
    });
  },
  on_the_way_global: ({ month, operations }, visits, facts) =>
    operations.map((code) => ({
      operation: code,
      operationName: facts.operations.get(code)!,
      ...onTheWay(
        closedIn(visits, month).filter((visit) => visit.operation === code),
        facts,
      ),
    })),
  my_techs: ({ operations }, visits, { technicians, operations: names, orders, hours }) => {
    const pending = visits.filter(({ closed }) => !closed);
    return technicians
      .filter((technician) => technician.operations.some((code) => operations.includes(code)))
      .map((technician) => {
        const open = pending
          .filter((visit) => visit.technicianId === technician.id)
          .sort(
            (a, b) =>
              a.day.localeCompare(b.day) ||
              hours.get(a.slotId)!.from - hours.get(b.slotId)!.from ||
              a.id - b.id,
          );
        return {
          id: technician.id,
          fullName: technician.name,
          username: technician.username,
          operations: technician.operations
            .filter((code) => operations.includes(code))
            .map((code) => ({ code, name: names.get(code)! })),
          picture: null,
          pendingCount: open.length,
          pending: open.slice(0, 15).map(({ id, day, orderNumber }) => ({
            visitId: id,
            day,
            orderNumber,
            orderType: orders.get(orderNumber)!.type,
          })),
          pendingIsOverLimit: open.length > 15,
          activeOnAgenda: technician.agenda,
          activeOnTelegram: technician.telegram,
        };
      });
  },
};

const inMonth = (day: string, month: string) => day.slice(0, 7) === month.slice(0, 7);
const closedIn = (visits: Replayed[], month: string) =>
  visits.filter(({ closed }) => closed && inMonth(closed.day, month));
const countOf = (visits: Replayed[], how: string) =>
  visits.filter(({ closed }) => closed?.how === how).length;
const ends = (visits: Replayed[]) => ({
  finished: countOf(visits, 'finished'),
  cancelled: countOf(visits, 'cancelled'),
  rescheduled: countOf(visits, 'rescheduled'),
});

function onTheWay(visits: Replayed[], { reasons }: Facts): OnTheWay {
  const finished = visits.filter(({ closed }) => closed!.how === 'finished');
  const went = finished.filter(({ everOnTheWay }) => everOnTheWay).length;
  const byClient = visits.filter(({ closed }) => reasons.get(closed!.reasonId)?.responsible === 'cliente');
  return {
    finished: finished.length,
    onTheWay: went,
    percentage: finished.length === 0 ? null : Math.round((went / finished.length) * 10_000) / 100,
    rescheduledByClient: countOf(byClient, 'rescheduled'),
    cancelledByClient: countOf(byClient, 'cancelled'),
  };
}

function meanMinutes(spans: Date[][]): number | null {
  if (spans.length === 0) return null;
  const sum = spans.reduce((all, [from, to]) => all + to!.getTime() - from!.getTime(), 0);
  const minutes = sum / spans.length / 60_000;
  return Math.sign(minutes) * Math.round(Math.abs(minutes)) + 0;
}

function groupBy<T, Key>(list: T[], key: (one: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>();
  for (const one of list) {
    const group = groups.get(key(one));
    if (group) group.push(one);
    else groups.set(key(one), [one]);
  }
  return groups;
}

async function readFacts(sql: Sql): Promise<Facts> {
  const technicians = await sql<Facts['technicians']>`
    select t.id, t.name, u.username, u.active_on_telegram as telegram,
      coalesce(u.last_seen_at > now() - interval '30 days', false) as agenda,
      array(select operation::text from user_operations o where o.user_id = u.id order by position, operation) as operations
    from technicians t join users u on u.id = t.user_id where u.active`;
  const reasons = await sql<
    { value: number; text: string; responsible: 'cliente' | null }[]
  >`select * from reasons`;
  const operations = await sql<{ code: string; name: string }[]>`select code, name from operations`;
  const orders = await sql<
    { number: string; createdAt: Date; ticketAt: Date | null; clientId: string; type: number }[]
  >`
    select w.number, w.created_at, min(k.created_at) as ticket_at, w.client_id, w.type from orders w
    left join tickets k on k.order_number = w.number group by w.number`;
  const slots = await sql<
    { id: number; fromHour: number; toHour: number }[]
  >`select id, from_hour, to_hour from slots`;
  return {
    technicians: [...technicians],
    reasons: new Map(reasons.map((reason) => [reason.value, reason])),
    operations: new Map(operations.map(({ code, name }) => [code, name])),
    orders: new Map(orders.map(({ number, ...order }) => [number, order])),
    hours: new Map(slots.map(({ id, fromHour, toHour }) => [id, { from: fromHour, to: toHour }])),
  };
}
