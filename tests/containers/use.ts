import { demoPassword } from '../../machines/access/password.ts';
import { today } from '../../machines/calendar/slots.ts';
import type { Check } from './check.ts';
import type { Stack } from './stack.ts';

export function ensure(holds: boolean, why: string): asserts holds {
  if (!holds) throw new Error(why);
}

/** The demo loaded before the processes start, as docs/operations/deploy.md says, then all of it. */
export async function bringUp(stack: Stack, check: Check): Promise<void> {
  await stack.compose('build');
  await check('the demo is loaded before the processes start', async () => {
    await stack.compose('run', '--rm', 'migrate');
    const said = await stack.compose(
      'run',
      '--rm',
      '--no-deps',
      'web',
      'npm',
      'run',
      '-s',
      'seed',
      '--',
      '--demo',
    );
    ensure(said.includes('Demo data:'), said);
    return said.trim().split('\n').at(-1);
  });
  await check('everything becomes healthy', async () => {
    const begun = Date.now();
    await stack.compose('up', '-d');
    await stack.untilHealthy();
    return `${Math.round((Date.now() - begun) / 1_000)} s`;
  });
}

/** @returns a token of the demo's dispatcher */
export async function signIn(stack: Stack): Promise<string> {
  const body = { username: 'jefe', password: demoPassword };
  const { status, text } = await stack.ask('/v1/user/login', { method: 'POST', body });
  ensure(status === 200, `sign-in: ${status} ${text}`);
  return JSON.parse(text).data.token;
}

/** Open visits of the demo's first operation that notes can be added to. */
export async function findVisits(stack: Stack, token: string): Promise<number[]> {
  const day = today(new Date());
  const body = { subsidiary: '114', date: day };
  const { status, text } = await stack.ask('/v1/day', { method: 'POST', body, token });
  ensure(status === 200, `the day: ${status} ${text.slice(0, 300)}`);
  const { unassigned } = JSON.parse(text).data as { unassigned: { id: number }[] };
  const open: number[] = [];
  for (const { id } of unassigned) {
    const note = { visit_id: id, tech_comments: 'Prueba' };
    const edited = await stack.ask('/v1/visit/edit', { method: 'POST', body: note, token });
    if (edited.status === 200 && open.push(id) === 4) return open;
  }
  throw new Error(`only ${open.length} of ${unassigned.length} visits take a note`);
}

/** Container ids by service. */
export async function idsOf(stack: Stack): Promise<Record<string, string[]>> {
  const ids: Record<string, string[]> = {};
  for (const { service, id } of await stack.containers()) ids[service] = [...(ids[service] ?? []), id];
  return ids;
}

export async function expectNothingRecreated(
  stack: Stack,
  ...commands: (readonly string[])[]
): Promise<undefined> {
  for (const words of commands) {
    const before = new Map((await stack.containers()).map(({ id, service }) => [id, service]));
    await stack.compose(...words);
    const made = (await stack.containers()).filter(({ id }) => !before.has(id));
    ensure(made.length === 0, `${words.join(' ')}: ${made.map(({ service }) => service).join(', ')}`);
  }
  return undefined;
}

const database = 'psql -qAt -h "$0" -U agenda agenda -c "$1"';

/** A statement of the record's, as its server answers it. @param service where `psql` is */
export const query = (stack: Stack, statement: string, service = 'postgres', host = '127.0.0.1') =>
  stack
    .inside(
      service,
      'sh',
      '-c',
      `PGPASSWORD=$\{POSTGRES_PASSWORD:-$AGENDA_PASSWORD} ${database}`,
      host,
      statement,
    )
    .then((text) => text.trim());

/** How many commands of clients the record has, and their notes: the product's own steps go on beside them. */
export const countCommands = (stack: Stack) =>
  query(
    stack,
    "select (select count(*) from events where key is not null) || ' commands, ' || (select count(*) from visit_notes where text ~ '^(Prueba|Después)') || ' notes'",
  );
