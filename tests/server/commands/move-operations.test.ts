import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Move, moveOperations, takeBack } from '../../../db/commands/division/move-operations.ts';
import { primaryUrl } from '../../../db/connection/primary.ts';
import { isUnavailable } from '../../../db/connection/unavailable.ts';
import { findChatUser } from '../../../db/reads/people/chat-user.ts';
import { waitForOwnRecord } from '../../../db/record/own-record.ts';
import { today } from '../../../machines/calendar/slots.ts';
import { type SmtpServer, startSmtp } from '../../support/fakes/smtp-server.ts';
import { openClusterPair } from '../../support/postgres/cluster-pair.ts';
import { openReplicaPair, type ReplicaPair } from '../../support/postgres/replica-pair.ts';
import {
  addLink,
  connected,
  linkSecret,
  openSession,
  openWebServer,
  type WebServer,
} from '../../support/processes/web-server.ts';
import { startWorker, type WorkerProcess } from '../../support/processes/worker-process.ts';
import {
  addClient,
  addOrder,
  addTechnician,
  addUser,
  addVisit,
  makeWorld,
  type World,
} from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// One installation becomes two (docs/operations/division.md): an operation moves to the standby of the record while its
// technicians press 'Voy en camino', with web and worker processes of both.

/** `MOVE_OVER=patroni`: between two clusters, with Debian's packages of F33, instead of two PostgreSQL. */
const overPatroni = process.env.MOVE_OVER === 'patroni';
let pair: Pick<ReplicaPair, 'urlOf' | 'close'> & Partial<Awaited<ReturnType<typeof openClusterPair>>>;
let mail: SmtpServer;
let norte: WebServer;
let sur: WebServer | undefined;
const workers: Promise<WorkerProcess>[] = [];
let stays: World;
let moves: World;

/** Today when the tests began. */
const day = today(new Date());

/** A technician with a visit of that day, whose customer is written to. */
type Crew = { token: string; visitId: number; email: string };
/** Commands of the operation that stays, before the move. */
let stayedBefore = 0;
const crewOf: Record<string, Crew[]> = {};

const workerOf = (index: 0 | 1, installation: string) =>
  startWorker({
    DATABASE_URL: pair.urlOf(index),
    INSTALLATION: installation,
    LINK_SECRET: linkSecret,
    SMTP_URL: mail.url,
    MAIL_FROM: 'Agenda <agenda@example.com>',
  });

const move = (more: Partial<Move> = {}): Move => ({
  operations: [moves.operation],
  from: 'norte',
  to: 'sur',
  standbyUrl: pair.urlOf(1),
  standbyCluster: pair.standbyCluster,
  waitMs: 10_000,
  otherAnswers: async () => {},
  say: () => {},
  ...more,
});

beforeAll(async () => {
  [pair, mail] = await Promise.all([overPatroni ? openClusterPair() : openReplicaPair(), startSmtp()]);
  norte = await openWebServer(pair.urlOf(0), { installation: 'norte' });
  const { sql } = norte.db;
  stays = await makeWorld(sql, { visit: { day } });
  moves = await makeWorld(sql, { visit: { day } });
  for (const [world, size] of [
    [stays, 20],
    [moves, 40],
  ] as const) {
    const crews: Crew[] = [];
    for (let i = 0; i < size; i++) crews.push(await addCrew(world));
    crewOf[world.operation] = crews;
  }
  workers.push(workerOf(0, 'norte'), workerOf(1, 'sur'));
  await workers[0];
}, 120_000);
afterAll(async () => {
  for (const worker of workers) (await worker).kill('SIGKILL');
  await Promise.all([norte?.close(), sur?.close()]);
  await mail?.close();
  await pair?.close();
}, 60_000);

let clients = 0;
async function addCrew(world: World): Promise<Crew> {
  const { sql } = norte.db;
  const id = `${world.operation}${String(50_000_000 + ++clients)}`;
  const email = `cliente${clients}@example.com`;
  const clientId = await addClient(sql, world.operation, { id, email });
  const orderNumber = await addOrder(sql, clientId, { number: id });
  const { userId, technicianId } = await addTechnician(sql, world.operation);
  // The workers' timers leave it alone, at whatever hour the test runs.
  const postponedAt = new Date(Date.now() + 172_800_000);
  const visitId = await addVisit(
    sql,
    { ...world, clientId, orderNumber, technicianId },
    { day, postponedAt },
  );
  return { token: await openSession(sql, userId), visitId, email };
}

/** As a client of the API does: again while it is unavailable, and at the other address once that is named. */
async function goThere({ token, visitId }: Crew): Promise<WebServer> {
  const key = `go.${visitId}`;
  let at = norte;
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const body = { visit_id: visitId, on_the_way: true, send_notification: true };
    const answer = await at.call('visit/set_on_the_way', body, { token, key });
    if (answer.status === 200) return at;
    if (answer.status === 421) {
      expect(answer.headers.get('x-agenda-installation')).toBe('sur');
      at = sur!;
    } else expect(answer.status, answer.text).toBe(503);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error('it was never done');
}

const stepOf = async (code: string) =>
  (
    await norte.db.sql<{ moveStep: string | null }[]>`select move_step from operations where code = ${code}`
  )[0]!.moveStep;

describe('a move that cannot be made is refused, and changes nothing', () => {
  // Patroni ends the pause that holds the standby back.
  it.skipIf(overPatroni)(
    'a standby that stays behind: commands wait as long, and are taken again',
    async () => {
      const standby = openStandby();
      await standby.pause();
      try {
        const [crew] = crewOf[stays.operation]!.splice(0, 1);
        const refused = moveOperations(norte.db, move({ operations: [stays.operation], waitMs: 1_000 }));
        await until(async () => (await stepOf(stays.operation)) === 'fenced');
        const done = goThere(crew!);
        await expect(refused).rejects.toThrow(/behind/);
        expect(await done).toBe(norte);
        stayedBefore++;
      } finally {
        await standby.resume();
      }
    },
    30_000,
  );

  it('a record of another installation', async () => {
    // As every move names it.
    await norte.db.sql`insert into installation (name) values ('norte') on conflict do nothing`;
    await expect(moveOperations(norte.db, move({ from: 'oeste' }))).rejects.toThrow(
      /This is the record of norte, not of oeste/,
    );
    expect(await stepOf(moves.operation)).toBeNull();
  });

  it.each([
    ['an operation that does not exist', { operations: ['999'] }, /There is no operation 999/],
    ['a server that is a primary', { standbyUrl: () => primaryUrl(pair.urlOf(0)) }, /a primary/],
    [
      'several servers',
      { standbyUrl: async () => pair.urlOf(1).replace('127.0.0.1', '127.0.0.1:1,127.0.0.1') },
      /one server, not several/,
    ],
    [
      'another server than the one that leads the standby cluster',
      {
        standbyCluster: {
          standingOf: async () => 'another' as const,
          promote: () => Promise.reject(new Error('promoted')),
        },
      },
      /not the one that leads/,
    ],
  ])(
    '%s',
    async (_, {
      standbyUrl,
      ...more
    }: Omit<Partial<Move>, 'standbyUrl'> & { standbyUrl?: () => Promise<string> }, why) => {
      const asked = move({ ...more, ...(standbyUrl ? { standbyUrl: await standbyUrl() } : {}) });
      await expect(moveOperations(norte.db, asked)).rejects.toThrow(why);
      expect(await stepOf(moves.operation)).toBeNull();
    },
  );
});

it('a standby cluster whose promotion does not come leaves the operations waiting, and the command is repeated', async () => {
  const standing = (is: 'leads' | 'ordered', promote: () => Promise<void>) =>
    moveOperations(
      norte.db,
      move({ waitMs: 2_000, standbyCluster: { standingOf: async () => is, promote } }),
    );
  // Ordered by an operator, for another reason.
  await expect(standing('ordered', async () => {})).rejects.toThrow(/not the one that leads/);
  expect(await stepOf(moves.operation)).toBeNull();
  await expect(standing('leads', async () => {})).rejects.toThrow(/not promoted yet/);
  expect(await stepOf(moves.operation)).toBe('fenced');
  const again = standing('ordered', () => Promise.reject(new Error('ordered once more')));
  await expect(again).rejects.toThrow('ordered once more');
  expect(await stepOf(moves.operation)).toBe('fenced');
  await takeBack(norte.db, [moves.operation], pair.urlOf(1));
  expect(await stepOf(moves.operation)).toBeNull();
});

it('an operation that is on its way takes no event by any way, and its record says why', async () => {
  const { sql } = norte.db;
  await sql`update operations set lives_in = 'sur', move_step = 'fenced' where code = ${moves.operation}`;
  const error = await sql`update operations set version = version + 1 where code = ${moves.operation}`.then(
    () => undefined,
    (failed: Error) => failed,
  );
  expect(error?.message).toContain(`operation ${moves.operation} lives in sur`);
  expect(isUnavailable(error)).toBe(true);
  await takeBack(norte.db, [moves.operation], pair.urlOf(1));
  expect(await stepOf(moves.operation)).toBeNull();
});

describe('while its technicians work', () => {
  const board = { left: [] as string[], changes: 0 };

  it('it moves: no acknowledged command is lost or done twice, and each customer is written to once', async () => {
    const boardUser = await openSession(norte.db.sql, moves.userId, { kind: 'browser' });
    const socket = norte.socket(boardUser);
    socket.on('left', ({ operation }) => board.left.push(operation));
    socket.on('changes', () => board.changes++);
    expect(await connected(socket)).toBe('connected');
    await socket.emitWithAck('watch', { operation: moves.operation, version: 0 });
    const followed = await fetch(
      `${norte.base}/visit/external/live/${await addLink(norte.db.sql, moves.visitId)}`,
    );
    const streamEnded = followed.text();

    const going = Object.values(crewOf).map(async (crews) => {
      const at: WebServer[] = [];
      // Four at a time, so that some are under way at every moment of the move.
      const lanes = Array.from({ length: 4 }, async () => {
        for (let crew = crews.pop(); crew; crew = crews.pop()) {
          gone.push(crew);
          at.push(await goThere(crew));
          await new Promise((resolve) => setTimeout(resolve, 150));
        }
      });
      await Promise.all(lanes);
      return at;
    });
    await new Promise((resolve) => setTimeout(resolve, 400));
    const said: string[] = [];
    // Interrupted once the standby is promoted, and repeated.
    const interrupted = move({ otherAnswers: () => Promise.reject(new Error('sur does not answer')) });
    await expect(moveOperations(norte.db, interrupted)).rejects.toThrow('does not answer');
    await moveOperations(
      norte.db,
      move({
        say: (line) => said.push(line),
        otherAnswers: async () => {
          sur = await openWebServer(pair.urlOf(1), { installation: 'sur' });
        },
      }),
    );
    expect(said.at(-1)).toMatch(/sur answers/);
    const [stayed, moved] = await Promise.all(going);
    expect(new Set(stayed)).toEqual(new Set([norte]));
    expect(new Set(moved)).toEqual(new Set([norte, sur]));

    await expectGapless(norte, stays.operation, stayed!.length + stayedBefore);
    await expectGapless(sur!, moves.operation, moved!.length);
    await workers[1];
    // Those whose job was in the other queue are found by the sweep, a minute after they were due.
    await until(async () => gone.every(({ email }) => mail.journal.count(email) > 0), 150_000);
    for (const { email } of gone) expect(mail.journal.count(email), email).toBe(1);
    await until(() => board.left.includes(moves.operation));
    // A customer's page connects again then, and is led there; it is not said that the link has ended.
    expect(await streamEnded).not.toContain('event: gone');
    expect(board.changes).toBeGreaterThan(0);
  }, 240_000);

  const gone: Crew[] = [];
});

/** Each event has the next version, and each key one event. */
async function expectGapless(at: WebServer, operation: string, commands: number) {
  const events = await at.db.sql<{ version: number; key: string | null }[]>`
    select version, key from events where operation = ${operation} order by version`;
  expect(events.map(({ version }) => version)).toEqual(events.map((_, index) => index + 1));
  const keys = events.flatMap(({ key }) => (key?.startsWith('go.') ? [key] : []));
  expect(keys).toHaveLength(commands);
  expect(new Set(keys).size).toBe(keys.length);
}

describe('afterwards', () => {
  it.runIf(overPatroni)(
    'what was a standby cluster is one of its own, with a synchronous standby',
    async () => {
      await expect
        .poll(() => pair.rolesOfSecond!(), { timeout: 60_000 })
        .toEqual(['leader', 'replica', 'sync_standby']);
    },
  );

  it('each installation takes the commands of its own operations only', async () => {
    for (const [at, foreign] of [
      [norte, moves],
      [sur!, stays],
    ] as const) {
      const change = at.db.sql`update operations set version = version + 1 where code = ${foreign.operation}`;
      await expect(change).rejects.toThrow(`operation ${foreign.operation} lives in`);
    }
  });

  it('a browser is led there by a cookie and the same request, a program by its refusal', async () => {
    const token = await openSession(norte.db.sql, moves.userId, { kind: 'browser' });
    const path = `/board/week?operation=${moves.operation}`;
    const led = await norte.send(path, { headers: { cookie: `agenda=${token}` } });
    expect(led.status).toBe(307);
    expect(led.headers.get('location')).toBe(path);
    expect(led.headers.get('set-cookie')).toMatch(/^agenda-installation=sur; Path=\/; .*HttpOnly/);
    const again = await norte.send(path, { headers: { cookie: `agenda=${token}; agenda-installation=sur` } });
    expect(again.status).toBe(421);
    expect((await norte.call('user', {}, { token })).status).toBe(421);
    // Of a program its token counts, whatever cookie it sends along.
    const program = { authorization: `Bearer ${token}`, cookie: 'agenda=none' };
    expect((await norte.send('/v1/user', { method: 'POST', headers: program })).status).toBe(421);
    for (const elsewhere of ['//example.com/tecnico', '/\\\\example.com'])
      expect(await locationOf(norte, elsewhere, `agenda=${token}`), elsewhere).toMatch(/^\/[^/\\]/);
    const stayed = await openSession(norte.db.sql, stays.userId, { kind: 'browser' });
    const own = await norte.send(`/board/week?operation=${stays.operation}`, {
      headers: { cookie: `agenda=${stayed}` },
    });
    expect(own.status).toBe(200);
  });

  it('a session from before the move is one there too', async () => {
    const crew = await norte.db.sql<
      { id: number }[]
    >`select user_id as id from technicians where id = ${moves.technicianId}`;
    const token = await openSession(sur!.db.sql, crew[0]!.id, { kind: 'browser' });
    const week = await sur!.send(`/board/week?operation=${moves.operation}&day=${day}`, {
      headers: { cookie: `agenda=${token}` },
    });
    expect(week.status).toBe(200);
    expect((week.body as unknown as { rows: unknown[] }).rows.length).toBeGreaterThan(40);
  });

  it('users who are added here and there have ids of their own', async () => {
    const ids = await Promise.all([
      addUser(norte.db.sql, stays.operation),
      addUser(sur!.db.sql, moves.operation),
    ]);
    // A promoted standby's sequence is ahead by itself, by some thirty.
    expect(Math.abs(ids[0]! - ids[1]!)).toBeGreaterThan(100_000);
  });

  it("customers' links follow the visit, those made before and after, and an unknown one is unknown in both", async () => {
    const before = await addLink(norte.db.sql, moves.visitId);
    const after = await addLink(sur!.db.sql, moves.visitId);
    for (const token of [before, after])
      expect((await norte.send(`/visit/external/live/${token}`)).status, token).toBe(307);
    const wrong = 'x'.repeat(43);
    expect((await norte.send(`/visit/external/live/${wrong}`)).status).toBe(307);
    const cookie = 'agenda-installation=sur';
    expect((await sur!.send(`/visit/external/live/${wrong}`, { headers: { cookie } })).status).toBe(404);
  });

  it("each installation's bot shows its own operations", async () => {
    const reach = async (at: WebServer, world: World) => {
      await at.db
        .sql`update users set telegram_chat_id = '77', active_on_telegram = true where id = ${world.userId}`;
      const user = await findChatUser(at.db, '77');
      await at.db.sql`update users set telegram_chat_id = null where id = ${world.userId}`;
      return user.kind === 'user' && user.actor.operations;
    };
    expect(await reach(norte, moves)).toEqual([]);
    expect(await reach(norte, stays)).toEqual([stays.operation]);
    expect(await reach(sur!, moves)).toEqual([moves.operation]);
  });

  it('a move whose standby is promoted cannot be taken back', async () => {
    await expect(takeBack(norte.db, [moves.operation], pair.urlOf(1))).rejects.toThrow(/is promoted/);
    expect(await stepOf(moves.operation)).toBe('left');
  });

  it('what is not its standby any more is not taken for one by a third installation', async () => {
    const third = move({ operations: [stays.operation], to: 'este' });
    await expect(moveOperations(norte.db, third)).rejects.toThrow(/a primary/);
    expect(await stepOf(stays.operation)).toBeNull();
  });

  it('a process works on the record of its own installation only: another one waits, one without a name ends', async () => {
    await waitForOwnRecord(norte.db, 'norte', () => {});
    await expect(startWorker({ DATABASE_URL: pair.urlOf(1) })).rejects.toThrow(
      /INSTALLATION: missing; this is the record of sur/,
    );
    const waiting = waitForOwnRecord(sur!.db, 'este', (name) => waitsFor.push(name));
    const waitsFor: string[] = [];
    await until(async () => waitsFor.length > 0);
    await sur!.db.sql`update installation set name = 'este'`;
    await waiting;
    await sur!.db.sql`update installation set name = 'sur'`;
    expect(waitsFor).toEqual(['sur']);
  });

  it('what was repeated changes nothing', async () => {
    const said: string[] = [];
    await moveOperations(norte.db, move({ say: (line) => said.push(line) }));
    expect(said).toEqual(['sur has them already.']);
  });
});

/** Where a request for exactly this is led; `fetch` would clean its address. */
const locationOf = (at: WebServer, path: string, cookie: string) =>
  new Promise<string | undefined>((resolve, reject) => {
    get({ port: new URL(at.base).port, host: '127.0.0.1', path, headers: { cookie } }, (answer) => {
      answer.resume();
      resolve(answer.headers.location);
    }).once('error', reject);
  });

/** Pauses and resumes what the standby replays. */
function openStandby() {
  const ask = async (text: string) => {
    const { default: postgres } = await import('postgres');
    const sql = postgres(pair.urlOf(1), { max: 1, onnotice: () => {} });
    await sql.unsafe(text).finally(() => sql.end({ timeout: 1 }));
  };
  return {
    pause: () => ask('select pg_wal_replay_pause()'),
    resume: () => ask('select pg_wal_replay_resume()'),
  };
}
