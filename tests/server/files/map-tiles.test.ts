import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, webServer } from '../../support/processes/web-server.ts';
import { makeWorld } from '../../support/record/fixtures.ts';

// The installation's own tiles (docs/operations/map.md): one file, by ranges, to a session.

const folder = mkdtempSync(path.join(tmpdir(), 'agenda-tiles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = path.join(folder, 'region.pmtiles');
writeFileSync(file, 'PMTiles-0123456789');
const { web, sql } = webServer({ map: { styleUrl: null, pmtiles: file } });

let cookie = '';
beforeAll(async () => {
  const { userId } = await makeWorld(sql());
  cookie = `agenda=${await openSession(sql(), userId, { kind: 'browser' })}`;
});
const ask = (headers: Record<string, string> = {}) =>
  web().send('/board/tiles.pmtiles', { headers: { cookie, ...headers } });

describe('the file of tiles', () => {
  it('is answered by ranges', async () => {
    for (const [range, text, shown] of [
      ['bytes=0-6', 'PMTiles', 'bytes 0-6/18'],
      ['bytes=8-11', '0123', 'bytes 8-11/18'],
      ['bytes=15-99', '789', 'bytes 15-17/18'],
      ['bytes=-2', '89', 'bytes 16-17/18'],
      ['bytes=16-', '89', 'bytes 16-17/18'],
    ] as const) {
      const answer = await ask({ range });
      expect([answer.status, answer.text], range).toEqual([206, text]);
      expect(answer.headers.get('content-range')).toBe(shown);
      expect(answer.headers.get('etag')).toMatch(/^"/);
    }
  });

  it('is answered whole where no range is asked for', async () => {
    const answer = await ask();
    expect([answer.status, answer.text]).toEqual([200, 'PMTiles-0123456789']);
    expect(answer.headers.get('accept-ranges')).toBe('bytes');
  });

  it('has no range outside it, and answers none of several', async () => {
    for (const range of ['bytes=18-', 'bytes=9-3', 'bytes=a-b', 'bytes=-', 'bytes=0-1,4-5', 'lines=0-1']) {
      const answer = await ask({ range });
      expect(answer.status, range).toBe(416);
      expect(answer.headers.get('content-range')).toBe('bytes */18');
    }
  });

  it('is for a session alone', async () => {
    const answer = await web().send('/board/tiles.pmtiles', { headers: { range: 'bytes=0-6' } });
    expect(answer.status).toBe(401);
  });
});

describe('without a file', () => {
  const none = webServer();
  it('there are no tiles', async () => {
    const { userId } = await makeWorld(none.sql());
    const token = await openSession(none.sql(), userId, { kind: 'browser' });
    const answer = await none.web().send('/board/tiles.pmtiles', { headers: { cookie: `agenda=${token}` } });
    expect(answer.status).toBe(404);
  });
});
