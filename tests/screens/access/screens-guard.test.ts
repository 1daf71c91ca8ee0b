import { reads } from '../../../db/reads/registry.ts';
import { listRoutes } from '../../support/browser/routes.ts';
import { expect, postLogin, test } from '../people.ts';

// What holds for every screen alike, whichever is added: without a session there is nothing to read.

/** Those that are there for who is not signed in. */
const open = /^(root$|routes\/(login|logout|external|external-reply|index|not-found|password)\/)/;

test('no screen and no reading of one answers without a session, however it is asked', async ({
  request,
}) => {
  const routes = await listRoutes();
  const closed = routes.filter(({ id, path, module }) => path && module.loader && !open.test(id));
  expect(closed.length).toBeGreaterThan(25);
  for (const { id, path } of closed) {
    const address = `/${path!.replaceAll(/:[a-z_]+\??/gi, '1').replace('*', 'x')}`;
    for (const asked of [address, `${address}.data`, `${address}.data?_routes=${encodeURIComponent(id)}`]) {
      const answer = await request.get(asked, { maxRedirects: 0 });
      const text = await answer.text();
      const refused = [302, 401, 404, 503].includes(answer.status()) || /redirect|\/login/.test(text);
      expect(refused, `${id} asked as ${asked}: ${answer.status()} ${text.slice(0, 200)}`).toBe(true);
    }
  }
});

test('no read of the registry is answered without a session', async ({ request }) => {
  const names = Object.entries(reads).flatMap(([name, { by }]) =>
    (by as readonly string[]).includes('screen') ? [name] : [],
  );
  expect(names.length).toBeGreaterThan(15);
  for (const name of names)
    expect((await request.get(`/ask/${name}`, { maxRedirects: 0 })).status(), name).toBe(401);
});

test('a screen’s command under a key that is too long is refused as a call is', async ({ demo, baseURL }) => {
  const { context } = await demo.signedIn('jefe');
  for (const key of ['k'.repeat(201), 'x'.repeat(9_300)]) {
    const answer = await context.request.post('/do/savePreferences', {
      data: {},
      headers: { origin: baseURL!, 'idempotency-key': key },
    });
    expect([answer.status(), (await answer.json()).fields]).toEqual([
      422,
      { 'Idempotency-Key': 'De 1 a 200 caracteres.' },
    ]);
  }
});

test('signing in again ends the former session of that browser', async ({ demo, baseURL, request }) => {
  const { context } = await demo.signedIn('sac');
  const [former] = await context.cookies();
  await postLogin(context, 'sac', baseURL!);
  const answer = await request.get('/calendario', {
    headers: { cookie: `${former!.name}=${former!.value}` },
    maxRedirects: 0,
  });
  expect([answer.status(), answer.headers().location]).toEqual([302, '/login']);
});
