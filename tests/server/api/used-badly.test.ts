import { connect, type Socket } from 'node:net';
import type { ServerBuild } from '@remix-run/node';
import { afterEach, expect, it } from 'vitest';
import { handleError } from '../../../app/handle-error.server.ts';
import { readForm } from '../../../app/read-form.server.ts';
import { smallScreens } from '../../support/processes/small-screens.ts';
import { openSession, webServer } from '../../support/processes/web-server.ts';
import { makeWorld } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// What a client does wrong or breaks off is no error of ours: a log full of it hides the one that is. What is ours is
// logged with level 50 all the same.

const { web, sql } = webServer({ remix: { build: screens(), mode: 'production' } });
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
});

/** The small screens, with a page that is drawn in pieces, one that fails, and the product's own handling of errors. */
function screens(): ServerBuild {
  const build = smallScreens() as unknown as {
    routes: Record<string, object>;
    entry: object;
    future: object;
  };
  const route = (path: string, module: object) => ({ id: path, parentId: 'root', path, module });
  const page = () => null;
  Object.assign(build.routes, {
    page: route('page', { default: page, loader: () => ({}) }),
    'slow-page': route('slow-page', { default: page, loader: () => ({}) }),
    broken: route('broken', {
      loader: () => {
        throw new TypeError('ours: a bug');
      },
    }),
    'broken-page': route('broken-page', {
      default: page,
      loader: () => {
        throw new TypeError('ours: a bug in a page');
      },
    }),
    'broken-stream': route('broken-stream', { loader: () => new Response(pieces(0, 'ours: a stream')) }),
    form: route('form', {
      action: async ({ request }: { request: Request }) => {
        const given = await readForm(request);
        return new Response(given ? 'taken' : 'wrong', { status: given ? 200 : 400 });
      },
    }),
  });
  build.future = { v3_singleFetch: true, v3_throwAbortReason: true };
  build.entry = {
    module: {
      default: (request: Request, status: number) =>
        new Response(pieces(request.url.includes('slow') ? 300 : 0), {
          status,
          headers: { 'content-type': 'text/html' },
        }),
      handleError,
    },
  };
  return build as unknown as ServerBuild;
}

/** A page that arrives piece by piece, the first one after a while. */
function pieces(waitMs: number, failure?: string): ReadableStream {
  let sent = 0;
  return new ReadableStream({
    async pull(controller) {
      await new Promise((passed) => setTimeout(passed, sent === 0 ? waitMs : 10));
      if (failure && sent === 0) throw new Error(failure);
      controller.enqueue(new TextEncoder().encode('<p>piece</p>'.repeat(2_000)));
      if (++sent === 20) controller.close();
    },
  });
}

/** Sends these bytes, and vanishes after so long, without waiting for the answer. */
async function vanish(bytes: string, afterMs: number) {
  const socket = connect(Number(new URL(web().base).port), '127.0.0.1');
  sockets.add(socket);
  socket.on('error', () => {});
  socket.write(bytes);
  await new Promise((passed) => setTimeout(passed, afterMs));
  socket.resetAndDestroy();
}
const head = (method: string, path: string, ...headers: string[]) =>
  `${[`${method} ${path} HTTP/1.1`, 'Host: localhost', 'Sec-Fetch-Site: same-origin', ...headers].join('\r\n')}\r\n\r\n`;
const levels = () =>
  web().log.map((line) => JSON.parse(line) as { level: number; msg: string; err?: object });
const errors = () => levels().filter(({ level }) => level >= 50);

it('what clients do wrong or break off leaves no line of level 50 in the log', async () => {
  web().log.length = 0;
  const { userId } = await makeWorld(sql());
  const token = await openSession(sql(), userId, { kind: 'browser' });
  const cookie = `Cookie: agenda=${token}`;
  const bearer = `Authorization: Bearer ${token}`;
  const boundary = 'Content-Type: multipart/form-data; boundary=x';
  const half = '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\nhalf';
  const json = 'Content-Type: application/json';
  const form = 'Content-Type: application/x-www-form-urlencoded';

  for (const afterMs of [0, 5, 20, 60]) {
    await Promise.all(
      // Pages that are left before, at and after their first piece.
      ['/page', '/slow-page', '/who', '/page.data', '/nowhere', '/assets/nothing.js']
        .flatMap((path) => [
          vanish(head('GET', path, cookie), afterMs),
          vanish(`${head('POST', path, cookie, form, 'Content-Length: 4')}a=bc`, afterMs),
        ])
        .concat(
          // Streams of customers, live or with a wrong link.
          ['a'.repeat(43), 'short', '%E0%A4%A'].map((link) =>
            vanish(head('GET', `/visit/external/live/${link}`, 'Accept: text/event-stream'), afterMs),
          ),
          // Bodies that end in the middle.
          [
            '/v1/user/login',
            '/v1/visit/finish',
            '/v1',
            '/do/setOnTheWay',
            '/login',
            '/form',
            '/nowhere',
          ].flatMap((path) =>
            [json, form, 'Content-Type: text/nonsense', 'Transfer-Encoding: chunked'].map((type) =>
              vanish(
                head(
                  'POST',
                  path,
                  bearer,
                  cookie,
                  type,
                  ...(type.startsWith('T') ? [] : ['Content-Length: 500']),
                ) + (type.startsWith('T') ? '40\r\nhalf' : 'half'),
                afterMs,
              ),
            ),
          ),
          // Uploads that are aborted.
          ['/v1/visit/photos', '/v1/user/upload_profile_picture', '/photos/pieces/x', '/photos'].map((path) =>
            vanish(head('POST', path, bearer, cookie, boundary, 'Content-Length: 90000') + half, afterMs),
          ),
          [
            vanish(
              `${head(
                'PUT',
                '/photos/pieces/00000000-0000-4000-8000-000000000000/0',
                cookie,
                'Content-Type: application/octet-stream',
                'Content-Length: 65536',
              )}half`,
              afterMs,
            ),
          ],
          // What is no HTTP, or none that is taken.
          [
            vanish('\x16\x03\x01 no HTTP\r\n\r\n', afterMs),
            vanish(head('GET', 'http://elsewhere.example/', cookie), afterMs),
            vanish(head('BREW', '/who'), afterMs),
            vanish(head('GET', '/%E0%A4%A'), afterMs),
            vanish(
              head(
                'GET',
                '/socket.io/?EIO=4&transport=websocket',
                'Upgrade: websocket',
                'Connection: Upgrade',
              ),
              afterMs,
            ),
          ],
        ),
    );
  }

  // Whole requests that are wrong.
  const statuses: Record<string, number> = {};
  const post = async (path: string, type: string | null, body: string, headers: object = {}) => {
    const answer = await web().send(path, {
      method: 'POST',
      body: new Blob([body]),
      headers: {
        'content-type': type ?? '',
        cookie: `agenda=${token}`,
        'sec-fetch-site': 'same-origin',
        ...headers,
      },
    });
    statuses[`${path} ${type}`] = answer.status;
  };
  const wrongTypes = [
    'application/json',
    'text/plain',
    'multipart/form-data',
    'application/x-www-form-urlencoded',
    '*/*',
  ];
  for (const type of [...wrongTypes, 'multipart/form-data; boundary=y'])
    for (const path of [
      ...['/nowhere', '/nowhere.data', '/page', '/page.data', '/who', '/who.data', '/form', '/login', '/'],
      ...['/do/setOnTheWay', '/do/nothing', '/photos/pieces/x', '/assets/nothing.js', '/page?index'],
      ...['/page?_data=page', '/nowhere?_data=nothing', '/who?_data=who'],
    ])
      await post(path, type, '{"half":');
  for (const path of ['/page?_data=page', '/page?_data=nothing', '/page.data?_routes=nothing', '/form'])
    await web().send(path, { headers: { cookie: `agenda=${token}` } });
  for (const path of ['/page', '/nowhere', '/who', '/v1/visits'])
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD'])
      await web().send(path, { method, headers: { cookie: `agenda=${token}` } });

  // Sockets that vanish, one that was never let in, and one that sends nonsense.
  for (const socketToken of [token, 'wrong']) {
    const socket = web().socket(socketToken);
    socket.connect();
    socket.on('connect', () => {
      for (const name of ['watch', 'look', 'attend', 'nothing'])
        socket.emit(name, { operation: 7, version: 'x', thing: {} }, 'no callback');
    });
    await new Promise((passed) => setTimeout(passed, 100));
    socket.io.engine?.close();
    socket.close();
  }
  await new Promise((passed) => setTimeout(passed, 1_000));
  expect(errors().map(({ msg, err }) => [msg, err])).toEqual([]);
  expect(Object.entries(statuses).filter(([, status]) => status >= 500)).toEqual([]);
});

it('what is wrong with us is logged with level 50, with its stack', async () => {
  for (const path of ['/broken', '/broken-page', '/broken.data', '/broken-stream']) {
    web().log.length = 0;
    const answer = await web()
      .send(path)
      .catch(() => ({ status: 500 }));
    expect([path, answer.status]).toEqual([path, 500]);
    await until(() => errors().length > 0);
    expect(errors()[0]).toMatchObject({ level: 50, err: { stack: expect.stringContaining('ours: ') } });
  }
});
