import { limit } from '../../gate/limits.mjs';
import { secretsOf } from '../../support/browser/product.ts';
import { inheritedNames, refuseSecrets } from '../../support/processes/secrets.ts';
import { expect, test } from '../people.ts';

// A name that comes from outside is looked up in a table of ours and nowhere else: what every object inherits
// ('constructor', 'toString') opens nothing, at no place that takes a name.

type Asked = { method?: 'GET' | 'POST'; path: string; data?: unknown };

/** Every place that takes a name, with the name in it. */
const places: Record<string, (name: string) => Asked> = {
  "a screen's command": (name) => ({ method: 'POST', path: `/do/${name}`, data: {} }),
  "a screen's command as data": (name) => ({
    method: 'POST',
    path: `/do/${name}.data`,
    data: {},
  }),
  "a screen's read": (name) => ({ path: `/ask/${name}` }),
  'a call': (name) => ({ method: 'POST', path: `/v1/${name}`, data: {} }),
  'a call of the intake': (name) => ({ method: 'POST', path: `/v1/intake/${name}`, data: {} }),
  "a report's rows": (name) => ({ path: `/reports/rows/${name}` }),
  "a report's page": (name) => ({ path: `/reports/${name}` }),
  'a download': (name) => ({ path: `/reports/download/${name}.csv` }),
  "a download's type": (name) => ({ path: `/reports/download/monthly.${name}` }),
  "a visit's mode": (name) => ({ path: `/visit/view/1/${name}` }),
  "a customer's step": (name) => ({ method: 'POST', path: `/visit/external/reply/x?step=${name}`, data: {} }),
  'a screen': (name) => ({ path: `/${name}` }),
  "a screen's data": (name) => ({ path: `/${name}.data` }),
  'a file': (name) => ({ path: `/assets/${name}` }),
};
/** Those that answer with a page whatever they are asked, because an unknown name counts as none. */
const filters: Record<string, (name: string) => Asked> = {
  'a route that is asked for': (name) => ({ path: `/users.data?_routes=${name}` }),
  "the users' state": (name) => ({ path: `/users?estado=${name}&pagina=${name}&op=${name}` }),
  "the audit log's kind": (name) => ({ path: `/audit?tipo=${name}&accion=${name}&orden=${name}` }),
  "the board's view": (name) => ({ path: `/jefetec?modo=${name}&op=${name}&zona=${name}&tipo=${name}` }),
  "a report's filters": (name) => ({ path: `/reports/rows/unclosed?timeframe=${name}&subsidiary=${name}` }),
};

test('a name that every object inherits is refused at every place that takes one, without a word of the inside', async ({
  demo,
  baseURL,
  product,
}) => {
  test.setTimeout(limit(240_000));
  const { context } = await demo.signedIn('jefe');
  const secrets = secretsOf(product);
  const ask = async ({ method = 'GET', path, data }: Asked) => {
    const answer = await context.request.fetch(path, {
      method,
      headers: { origin: baseURL! },
      ...(data === undefined ? {} : { data }),
      maxRedirects: 0,
    });
    const text = await answer.text();
    refuseSecrets(secrets, path, `${JSON.stringify(answer.headers())}\n${text}`);
    expect(text, path).not.toMatch(/postgres:\/\/|\[object |at \S+ \(.*:\d+:\d+\)/);
    return answer.status();
  };
  for (const name of inheritedNames.map(encodeURIComponent)) {
    for (const [place, asked] of Object.entries(places))
      expect([401, 404, 405, 422], `${place}: ${name}`).toContain(await ask(asked(name)));
    for (const [place, asked] of Object.entries(filters))
      expect(await ask(asked(name)), `${place}: ${name}`).toBeLessThan(500);
  }
});

test('what is no form is the sender’s fault at every form, and answered without a stack', async ({
  demo,
  baseURL,
  request,
}) => {
  const jefe = (await demo.signedIn('jefe')).context.request;
  const broken = { 'content-type': 'multipart/form-data; boundary=x' };
  for (const [asker, path] of [
    [request, '/login'],
    [request, '/login.data'],
    [jefe, '/profile'],
    [jefe, '/profile.data'],
  ] as const)
    for (const [headers, data] of [
      [{ 'content-type': 'text/plain' }, 'hello'],
      [broken, '--x\r\nnothing'],
    ] as const) {
      const answer = await asker.post(path, { headers: { ...headers, origin: baseURL! }, data });
      expect([path, answer.status()]).toEqual([path, 422]);
      expect(await answer.text()).not.toMatch(/ at \S+:\d+/);
    }
});
