import { addDays, today } from '../../machines/calendar/slots.ts';
import type { Fault } from './fault.ts';
import type { Intent } from './journal.ts';
import type { Stage } from './stage.ts';
import { by, pause } from './timing.ts';

/** F14 to F17, F19, F20: many who want the same thing at once, over two web processes. */

export const oneVisitManyTakers: Fault = {
  title: '50 technicians take one visit',
  calm: true,
  async run(stage) {
    const rounds = by(stage.size, 4, 20, 200);
    const crew = stage.people.places[0]!.technicians.slice(0, 50);
    const problems: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const visit_id = await newVisit(stage, { day: now() });
      const all = await Promise.all(
        crew.map(({ token }, i) => stage.journal.act(token, 'visit/attach', { visit_id }, i)),
      );
      const winners = all.filter(({ status }) => status === 200).length;
      if (winners !== 1) problems.push(`round ${round}: ${winners} winners`);
      if (all.some(({ status }) => status !== 200 && status !== 409))
        problems.push(`round ${round}: neither 200 nor 409`);
    }
    return { figures: `${rounds} rounds of 50`, problems };
  },
};

export const twoDepartures: Fault = {
  title: 'one technician goes on the way to two visits at once',
  calm: true,
  async run(stage) {
    const rounds = by(stage.size, 5, 30, 200);
    const mine = stage.people.places[0]!.technicians[0]!;
    const problems: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const visits = [
        await newVisit(stage, { to: mine.technicianId }),
        await newVisit(stage, { to: mine.technicianId }),
      ];
      const both = await Promise.all(
        visits.map((visit_id, i) =>
          stage.journal.act(mine.token, 'visit/set_on_the_way', { visit_id, send_notification: false }, i),
        ),
      );
      const gone = both.filter(({ status }) => status === 200);
      if (gone.length !== 1) problems.push(`round ${round}: ${gone.length} departures`);
      for (const { body } of gone)
        await stage.journal.act(mine.token, 'visit/set_on_the_way', {
          visit_id: body.visit_id,
          on_the_way: false,
        });
    }
    return { figures: `${rounds} rounds`, problems };
  },
};

export const oldVersions: Fault = {
  title: 'acting on an old version',
  calm: true,
  async run(stage) {
    const rounds = by(stage.size, 2, 10, 50);
    const place = stage.people.places[0]!;
    const [mine, other] = place.technicians as [(typeof place.technicians)[0], (typeof place.technicians)[0]];
    const { dispatcher, rescheduling } = stage.people;
    const problems: string[] = [];
    let asked = 0;
    for (let round = 0; round < rounds; round++) {
      const visit_id = await newVisit(stage, { to: mine.technicianId });
      // Another user changes it: version 1 was the creation, 2 the assignment.
      await stage.journal.act(dispatcher, 'visit/edit', { visit_id, timestripe_id: place.otherSlotId });
      const before = await rowOf(stage, visit_id);
      const stale = [
        [mine.token, 'visit/detach', { visit_id, notes: 'no llego', version: 2 }],
        [mine.token, 'visit/set_on_the_way', { visit_id, version: 2 }],
        [dispatcher, 'visit/edit', { visit_id, tech_id: other.technicianId, version: 2 }],
        [
          dispatcher,
          'visit/reschedule',
          {
            visit_id: [visit_id],
            new_date: addDays(now(), 3),
            new_timestripe: place.slotId,
            new_status: rescheduling,
            reschedule_comments: 'otra fecha',
            versions: { [visit_id]: 2 },
          },
        ],
        [
          dispatcher,
          'visit/change_technician',
          { visit_id: [visit_id], tech_id: other.technicianId, versions: { [visit_id]: 2 } },
        ],
        [dispatcher, 'visit/finish', { visit_id, status: stage.people.cancelling, version: 2 }],
      ] as const;
      for (const [token, path, body] of stale) {
        const answer = await stage.journal.act(token, path, body);
        asked++;
        if (answer.status !== 409) problems.push(`${path} answered ${answer.status}`);
        else if (JSON.parse(answer.text).data?.visit?.version !== 3)
          problems.push(`${path}: without the visit as it is`);
      }
      if ((await rowOf(stage, visit_id)) !== before) problems.push(`visit ${visit_id} was changed`);
    }
    return { figures: `${asked} commands on an old version`, problems };
  },
};

export const manyClosings: Fault = {
  title: 'the closing form sent 20 times at once, and again',
  calm: true,
  async run(stage) {
    const rounds = by(stage.size, 1, 5, 20);
    const mine = stage.people.places[0]!.technicians[0]!;
    const problems: string[] = [];
    for (let round = 0; round < rounds; round++) {
      const visit_id = await newVisit(stage, { to: mine.technicianId });
      await stage.journal.act(mine.token, 'visit/set_on_the_way', { visit_id, send_notification: false });
      const body = { visit_id, status: stage.people.closing, repair_code: stage.people.repairCode };
      const key = `cierre-${visit_id}`;
      const send = (web: number) =>
        stage.journal.once(stage.addresses[web % 2]!, 'visit/finish', body, { token: mine.token, key });
      const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => send(i)));
      // A phone gives up after 30 s and sends it again when its user presses the button.
      if (round === 0) await pause(by(stage.size, 500, 2_000, 31_000));
      answers.push(await send(0), await send(1));
      if (new Set(answers.map(({ text }) => text)).size !== 1)
        problems.push(`round ${round}: not one answer`);
      const [row] = await stage.db.sql<{ n: number }[]>`
        select count(*)::int as n from events where visit_id = ${visit_id} and name = 'visit.finished'`;
      if (row!.n !== 1) problems.push(`round ${round}: closed ${row!.n} times`);
    }
    return { figures: `${rounds} closings, ${rounds * 22} requests`, problems };
  },
};

export const racingPairs: Fault = {
  title: 'racing pairs',
  calm: true,
  async run(stage) {
    const rounds = by(stage.size, 3, 12, 60);
    const place = stage.people.places[0]!;
    const [mine, other] = place.technicians as [(typeof place.technicians)[0], (typeof place.technicians)[0]];
    const { dispatcher, rescheduling, cancelling } = stage.people;
    const problems: string[] = [];
    const seen = new Map<string, number>();
    const race = async (name: string, pair: [Promise<Intent>, Promise<Intent>], allowed: string[]) => {
      const outcome = (await Promise.all(pair)).map(({ status }) => status).join('/');
      seen.set(`${name} ${outcome}`, (seen.get(`${name} ${outcome}`) ?? 0) + 1);
      if (!allowed.includes(outcome)) problems.push(`${name}: ${outcome}`);
    };
    const act = stage.journal.act;
    for (let round = 0; round < rounds; round++) {
      const taken = await newVisit(stage, { day: now() });
      await act(mine.token, 'visit/attach', { visit_id: taken });
      await race(
        'take and release',
        [
          act(other.token, 'visit/attach', { visit_id: taken }, 0),
          act(mine.token, 'visit/detach', { visit_id: taken, notes: 'no llego hoy' }, 1),
        ],
        ['200/200', '409/200'],
      );
      const closed = await newVisit(stage, { to: mine.technicianId });
      await race(
        'close and reschedule',
        [
          act(
            dispatcher,
            'visit/finish',
            { visit_id: closed, status: cancelling, extra_comments: 'no hace falta' },
            0,
          ),
          act(
            dispatcher,
            'visit/reschedule',
            {
              visit_id: closed,
              new_date: addDays(now(), 4),
              new_timestripe: place.slotId,
              new_status: rescheduling,
              reschedule_comments: 'otra fecha',
              checked: [],
            },
            1,
          ),
        ],
        ['200/409', '409/200'],
      );
      const made = await stage.journal.once(
        stage.addresses[0]!,
        'timestripes/edit',
        { id: null, subsidiary_id: place.code, name: `Efímera ${round}`, from: 9, to: 10, enabled: true },
        { token: dispatcher },
      );
      const [order] = stage.takeOrders(0, 1);
      const [removed, created] = await Promise.all([
        stage.journal.once(
          stage.addresses[0]!,
          'timestripes/delete',
          { timestripe_id: made.data.id, subsidiary_id: place.code },
          { token: dispatcher },
        ),
        act(
          dispatcher,
          'visit/create',
          {
            ot_type: stage.people.orderType,
            ot_number: order,
            possibleDate: addDays(now(), 1),
            timestripe: made.data.id,
            checked: [],
          },
          1,
        ),
      ]);
      const outcome = `${removed.status}/${created.status}`;
      seen.set(`delete slot and create ${outcome}`, (seen.get(`delete slot and create ${outcome}`) ?? 0) + 1);
      if ((removed.status === 200) === (created.status === 200))
        problems.push(`delete slot and create: ${outcome}`);
    }
    const [lost] = await stage.db.sql<{ n: number }[]>`
      select count(*)::int as n from visits v join slots s on s.id = v.slot_id where s.deleted_at is not null and v.closed_at is null`;
    if (lost!.n > 0) problems.push(`${lost!.n} visits in a deleted slot`);
    problems.push(...(await raceTheClock(stage, rounds)));
    return { figures: [...seen].map(([what, n]) => `${what} ${n}x`).join(', '), problems };
  },
};

/**
 * The workers' clock against the technician who leaves in that second: the automatic release while the day lasts, the
 * delayed closing before it begins and after it has ended.
 */
async function raceTheClock(stage: Stage, rounds: number): Promise<string[]> {
  const { sql } = stage.db;
  const hour = new Date(Date.now() - 3 * 3_600_000).getUTCHours();
  const releases = hour >= 8 && hour < 22;
  const place = stage.people.places[1]!;
  const crew = place.technicians.slice(0, Math.min(rounds, 20));
  const visits: number[] = [];
  for (const { technicianId } of crew) visits.push(await newVisit(stage, { place: 1, to: technicianId }));
  const day = releases ? now() : addDays(now(), -1);
  await sql`update operations set auto_release_minutes = 1 where code = ${place.code}`;
  await sql`
    with moved as (
      update visits set day = ${day}, assigned_at = now() - interval '3 days' where id = any(${visits}::int[]) returning id
    )
    update events set data = jsonb_set(data, '{to,day}', to_jsonb(${day}::text))
    where visit_id in (select id from moved) and name = 'visit.created'`;
  const left = await Promise.all(
    crew.map(async ({ token }, i) => {
      await pause(Math.random() * 11_000); // the clock comes every 10 s
      const body = { visit_id: visits[i]!, send_notification: false };
      return stage.journal.act(token, 'visit/set_on_the_way', body, i);
    }),
  );
  const look = () =>
    sql<
      {
        id: number;
        onTheWay: boolean;
        delayed: boolean;
        delayedWhileOnTheWay: boolean;
        technicianId: number | null;
      }[]
    >`select id, on_the_way, delayed, delayed_while_on_the_way, technician_id from visits where id = any(${visits}::int[])`;
  const isOver = ({ onTheWay, delayed, technicianId }: Awaited<ReturnType<typeof look>>[number]) =>
    releases ? onTheWay || technicianId === null : delayed;
  for (const deadline = Date.now() + 40_000; !(await look()).every(isOver) && Date.now() < deadline; )
    await pause(200);
  return (await look()).flatMap((visit) => {
    const went = left.some(({ body, status }) => body.visit_id === visit.id && status === 200);
    const shown = releases ? visit.onTheWay && visit.technicianId !== null : visit.delayedWhileOnTheWay;
    return isOver(visit) && went === shown ? [] : [`visit ${visit.id} is neither left nor past its time`];
  });
}

export const killedBulk: Fault = {
  title: 'bulk reschedule of 200 with kill -9 in the middle',
  calm: true,
  async run(stage) {
    const rounds = by(stage.size, 2, 4, 20);
    const size = by(stage.size, 60, 200, 200);
    const place = stage.people.places[0]!;
    const { sql } = stage.db;
    const problems: string[] = [];
    let day = addDays(now(), 1);
    const orders = stage.takeOrders(0, size);
    let ids = await Promise.all(orders.map((order) => newVisit(stage, { order })));
    let cut = 0;
    for (let round = 0; round < rounds; round++) {
      day = addDays(day, 1);
      const moving = stage.journal.act(
        stage.people.dispatcher,
        'visit/reschedule',
        {
          visit_id: ids,
          new_date: day,
          new_timestripe: place.slotId,
          new_status: stage.people.rescheduling,
          reschedule_comments: 'corte en la zona',
          checked: [],
        },
        0,
      );
      await pause(10 + Math.random() * 150);
      stage.webs[0]!.kill('SIGKILL');
      const intent = await moving;
      if (intent.lost > 0) cut++;
      const [row] = await sql<{ moved: number; next: number }[]>`
        select count(*) filter (where rescheduled)::int as moved,
          (select count(*)::int from visits where rescheduled_previous = any(${ids}::int[])) as next
        from visits where id = any(${ids}::int[])`;
      if (intent.status !== 200) problems.push(`round ${round}: answered ${intent.status}`);
      if (row!.moved !== size || row!.next !== size)
        problems.push(`round ${round}: ${row!.moved} moved, ${row!.next} new`);
      ids = JSON.parse(intent.text).data.new_id;
      await stage.notReady(15_000);
    }
    return { figures: `${rounds} times ${size} visits, ${cut} cut in the middle`, problems };
  },
};

const now = () => today(new Date());

/** A visit of a fresh order, of tomorrow unless given, with a technician or none. */
export async function newVisit(
  stage: Stage,
  options: { day?: string; to?: number; place?: number; order?: string } = {},
): Promise<number> {
  const place = stage.people.places[options.place ?? 0]!;
  const made = await stage.journal.act(stage.people.dispatcher, 'visit/create', {
    ot_type: stage.people.orderType,
    ot_number: options.order ?? stage.takeOrders(options.place ?? 0, 1)[0],
    possibleDate: options.day ?? addDays(now(), 1),
    timestripe: place.slotId,
    checked: [],
  });
  if (made.status !== 200) throw new Error(`visit/create answered ${made.status}: ${made.text}`);
  const visit_id: number = JSON.parse(made.text).data.visit_id;
  if (options.to !== undefined)
    await stage.journal.act(stage.people.dispatcher, 'visit/change_technician', {
      visit_id: [visit_id],
      tech_id: options.to,
    });
  return visit_id;
}

async function rowOf(stage: Stage, id: number): Promise<string> {
  const [row] = await stage.db.sql<{ all: string }[]>`select v::text as all from visits v where id = ${id}`;
  return row!.all;
}
