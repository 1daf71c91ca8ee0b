import { beforeAll, describe, expect, it } from 'vitest';
import { everyPermission } from '../../../machines/access/permissions.ts';
import { openSession, type WebServer, webServer } from '../../support/processes/web-server.ts';
import { addTechnician, addUser, addVisit, makeWorld, type World } from '../../support/record/fixtures.ts';

// Two web processes over one record, by HTTP (faults.md F14; week bytes are never older than a commit).

const { web, sql, another } = webServer();
let here: World;
const crew: { token: string; technicianId: number }[] = [];

beforeAll(async () => {
  here = await makeWorld(sql());
  for (let i = 0; i < 50; i++) {
    const { userId, technicianId } = await addTechnician(sql(), here.operation);
    crew.push({ token: await openSession(sql(), userId), technicianId });
  }
});

const free = () => addVisit(sql(), here, { technicianId: null });
const eventsOf = async (visitId: number) =>
  (await sql()`select 1 from events where visit_id = ${visitId}`).count;

it('of 50 technicians who take one visit at once exactly one gets it; the others see whose it is (F14)', async () => {
  const processes = [web(), await another()];
  for (let round = 0; round < 3; round++) {
    const visitId = await free();
    const answers = await Promise.all(
      crew.map(({ token }, i) => processes[i % 2]!.call('visit/attach', { visit_id: visitId }, { token })),
    );
    const winners = crew.filter((_, i) => answers[i]!.status === 200);
    expect(winners).toHaveLength(1);
    const losers = answers.filter(({ status }) => status !== 200);
    expect(new Set(losers.map(({ status }) => status))).toEqual(new Set([409]));
    for (const { body } of losers) {
      expect(body.diagnostic).toBe('La visita ya está asignada a otro técnico.');
      expect(body.data.visit).toMatchObject({ id: visitId, tech_id: winners[0]!.technicianId, version: 2 });
    }
    expect(await eventsOf(visitId)).toBe(1);
  }
});

describe('a week asked after an acknowledged change', () => {
  it('always contains it, whichever process is asked and however many ask at once', async () => {
    const processes = [web(), await another()];
    const reader = await openSession(sql(), await addUser(sql(), here.operation, {}, everyPermission));
    const headers = { cookie: `agenda=${await openSession(sql(), here.userId, { kind: 'browser' })}` };
    const board = async (at: WebServer, visitId: number) => {
      const { body } = await at.send(`/board/week?operation=${here.operation}`, { headers });
      const week = body as unknown as { version: number; columns: string[]; rows: unknown[][] };
      const row = week.rows.find(([id]) => id === visitId)!;
      return { week: week.version, visit: row[week.columns.indexOf('version')] as number };
    };
    const calendar = async (at: WebServer, visitId: number) => {
      const { body } = await at.call('visits', { subsidiary: here.operation }, { token: reader });
      const days = Object.values(body.data.data) as Record<
        string,
        { visits: { id: number; version: number }[] }
      >[];
      const visits = days.flatMap((day) => Object.values(day).flatMap((slot) => slot.visits));
      return { week: body.data.version as number, visit: visits.find(({ id }) => id === visitId)!.version };
    };

    let writing = true;
    const one = async (crewIndex: number) => {
      const { token, technicianId } = crew[crewIndex]!;
      const visitId = await addVisit(sql(), here, { technicianId });
      for (let i = 0; i < 15; i++) {
        const body = { visit_id: visitId, on_the_way: i % 2 === 0, send_notification: false };
        expect((await processes[i % 2]!.call('visit/set_on_the_way', body, { token })).status).toBe(200);
        const seen = await Promise.all(
          processes.flatMap((at) => [board(at, visitId), calendar(at, visitId)]),
        );
        for (const { visit } of seen) expect(visit, `after change ${i + 1}`).toBe(i + 2);
      }
    };
    const readers = processes.map(async (at) => {
      let last = 0;
      while (writing) {
        const { week } = await board(at, here.visitId);
        expect(week).toBeGreaterThanOrEqual(last);
        last = week;
      }
    });
    await Promise.all([10, 11, 12].map(one)).finally(() => {
      writing = false;
    });
    await Promise.all(readers);
  });

  it('is not sent again while nothing changed', async () => {
    const headers = { cookie: `agenda=${await openSession(sql(), here.userId, { kind: 'browser' })}` };
    const path = `/board/week?operation=${here.operation}`;
    const first = await web().send(path, { headers });
    const tag = first.headers.get('etag')!;
    const asked = () => web().send(path, { headers: { ...headers, 'if-none-match': tag } });
    expect((await asked()).status).toBe(304);
    const visitId = await free();
    await web().call('visit/attach', { visit_id: visitId }, { token: crew[20]!.token });
    expect((await asked()).status).toBe(200);
  });

  it('is refused without a session and for the operation of another', async () => {
    const other = await makeWorld(sql());
    const headers = { cookie: `agenda=${await openSession(sql(), here.userId, { kind: 'browser' })}` };
    const get = (query: string, as = headers) => web().send(`/board/week${query}`, { headers: as });
    expect((await get(`?operation=${here.operation}`, { cookie: '' })).status).toBe(401);
    for (const query of [
      `?operation=${other.operation}`,
      '',
      '?operation=999',
      `?operation=${here.operation}&operation=${other.operation}`,
    ])
      expect((await get(query)).status, query).toBe(403);
    expect((await get(`?operation=${here.operation}&day=9999-99-99`)).status).toBe(200);
  });
});
