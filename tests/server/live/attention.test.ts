import type { Socket } from 'socket.io-client';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../../db/connection/open.ts';
import { everyPermission } from '../../../machines/access/permissions.ts';
import type { AttentionNews } from '../../../server/live/attention.ts';
import { connected, openSession, type WebServer, webServer } from '../../support/processes/web-server.ts';
import { addUser, addVisit, makeWorld, type World } from '../../support/record/fixtures.ts';
import { failMessage } from '../../support/record/working-calls.ts';
import { until } from '../../support/until.ts';

// What needs attention, live (contract §12): one room an operation, on the boards' feed.

const { web, sql, another } = webServer();
let here: World;
let token: string;

beforeAll(async () => {
  here = await makeWorld(sql());
  const userId = await addUser(sql(), here.operation, {}, everyPermission);
  token = await openSession(sql(), userId);
});

type List = { socket: Socket; news: AttentionNews[]; attend(): Promise<unknown> };

async function open(from: WebServer = web(), as = token, of = [here.operation]): Promise<List> {
  const socket = from.socket(as);
  expect(await connected(socket)).toBe('connected');
  const news: AttentionNews[] = [];
  socket.on('attention', (one: AttentionNews) => news.push(one));
  const versions: Record<string, number> = {};
  for (const {
    code,
    version,
  } of await sql()`select code, version from operations where code = any(${of}::text[])`)
    versions[code] = version;
  return { socket, news, attend: () => socket.emitWithAck('attend', { versions }) };
}

const change = (techId: number | null, visitId = here.visitId) =>
  web().call('visit/change_technician', { visit_id: [visitId], tech_id: techId, tech_name: '' }, { token });

/** What a process asks of the record, but for what every open socket and the feed ask anyway. */
function countStatements(db: Db): { texts: string[]; stop(): void } {
  const texts: string[] = [];
  const own = Object.getOwnPropertyDescriptor(db, 'sql')!;
  const pool = db.sql;
  const counted = new Proxy(pool, {
    apply: (target, self, args) => {
      const text = Array.isArray(args[0]) && 'raw' in args[0] ? args[0].join('?').trim() : '';
      if (/^(select|with|insert|update|delete)\b/.test(text) && !usual.test(text)) texts.push(text);
      return Reflect.apply(target as never, self, args);
    },
  });
  Object.defineProperty(db, 'sql', { configurable: true, get: () => counted });
  return { texts, stop: () => void Object.defineProperty(db, 'sql', own) };
}
/** The feed's poll, the sessions of open sockets, presence, and the check of a connection. */
const usual =
  /^select 1$|^select code, version\b.* from operations|from sessions x join users|from viewers|delete from viewers/;

describe('a list', () => {
  it('costs the record nothing while nothing happens, nor when it reconnects', async () => {
    const process = await another();
    const counted = countStatements(process.db);
    const list = await open(process);
    counted.texts.length = 0;
    for (let i = 0; i < 3; i++) expect(await list.attend()).toEqual({ behind: false });
    await new Promise((next) => setTimeout(next, 3_000));
    expect(counted.texts).toEqual([]);
    expect(list.news).toEqual([]);
    // That it counts at all: one statement for a change, for any number of lists.
    const others = await Promise.all([open(process), open(process)]);
    for (const other of others) await other.attend();
    counted.texts.length = 0;
    await addEvent('visit.unassigned');
    await until(() => [list, ...others].every(({ news }) => news.length === 1));
    expect(counted.texts.filter((text) => text.startsWith('with asking'))).toHaveLength(1);
    counted.stop();
  });

  it('receives what changed at another process, as it is now, and that it is over', async () => {
    const list = await open(await another());
    expect(await list.attend()).toEqual({ behind: false });
    const event = await failMessage(sql(), here);
    await until(() => list.news.length === 1);
    expect(list.news[0]).toMatchObject({
      operation: here.operation,
      to: event,
      visits: [here.visitId],
      items: [{ reason: 'message', event, visit: { id: here.visitId } }],
    });
    const body = { subsidiary: here.operation, events: [event] };
    expect((await web().call('attention/acknowledge', body, { token })).status).toBe(200);
    await until(() => list.news.length === 2);
    expect(list.news[1]).toMatchObject({ visits: [here.visitId], items: [] });
  });

  it('gets a storm in a few parts, and no part of what says nothing of it', async () => {
    const list = await open();
    await list.attend();
    const ids: number[] = [];
    for (let i = 0; i < 60; i++) ids.push(await addVisit(sql(), here));
    await Promise.all(ids.map((id) => change(null, id)));
    await until(() => new Set(list.news.flatMap(({ visits }) => visits ?? [])).size === 60);
    expect(list.news.length).toBeLessThan(15);
    const { length } = list.news;
    await addEvent('visit.called');
    await addEvent('visit.noted');
    await until(() => list.news.length > length);
    expect(list.news.length).toBe(length + 1);
  });

  it('that something happened to since its reading is behind, and another one’s operations send it nothing', async () => {
    const list = await open();
    await addEvent('visit.noted');
    await until(async () => 'behind' in ((await list.attend()) as object) && (await isBehind(list)));
    const foreign = await makeWorld(sql());
    const stranger = await open(web(), token, [foreign.operation]);
    expect(await stranger.attend()).toEqual({ behind: false });
    await failMessage(sql(), foreign);
    const field = await openSession(sql(), here.userId);
    expect(await (await open(web(), field)).attend()).toEqual({ refused: true });
    for (const about of [
      null,
      [],
      { versions: null },
      { versions: { operation: 1 } },
      { versions: { [here.operation]: -1 } },
    ])
      expect(await list.socket.emitWithAck('attend', about)).toEqual({ refused: true });
    await new Promise((next) => setTimeout(next, 1_500));
    expect(stranger.news).toEqual([]);
  });

  it('ends for a user whose permission was withdrawn, also while it is open', async () => {
    const userId = await addUser(sql(), here.operation, {}, everyPermission);
    const list = await open(web(), await openSession(sql(), userId));
    let ended = 0;
    list.socket.on('unattended', () => ended++);
    expect(await list.attend()).toEqual({ behind: false });
    await sql()`delete from user_permissions where user_id = ${userId} and permission = 'can_query_client'`;
    await until(() => ended === 1);
    const other = await open();
    await other.attend();
    await failMessage(sql(), here);
    await until(() => other.news.length === 1);
    expect(list.news).toEqual([]);
    expect(await list.attend()).toEqual({ refused: true });
  });
});

const isBehind = async (list: List) => ((await list.attend()) as { behind: boolean }).behind;

/** An event of the world's visit, as another process would have written it. */
async function addEvent(name: string) {
  const [row] = await sql()<{ version: number }[]>`
    update operations set version = version + 1 where code = ${here.operation} returning version`;
  const { operation, visitId, orderNumber } = here;
  await sql()`insert into events ${sql()({ operation, version: row!.version, name, visitId, orderNumber } as never)}`;
}
