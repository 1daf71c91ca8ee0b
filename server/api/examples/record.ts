import { writeFileSync } from 'node:fs';
import { addDays, today } from '../../../machines/calendar/slots.ts';
import { calls } from '../table.ts';

// `npm run openapi:examples`: makes every call on a running demo and keeps requests and answers in
// server/api/examples/examples.json, shortened. It changes that demo.

// biome-ignore lint/suspicious/noExplicitAny: an outside client has no types of ours
type Any = any;

const base = process.argv[2] ?? 'http://localhost:3000';
const examples: Record<string, { request: unknown; response: unknown }> = {};

const [day, tomorrow] = [today(new Date()), addDays(today(new Date()), 1)];
const month = `${day.slice(0, 8)}01`;
let order: Any;
let second: Any;
const jefe = await signIn('jefe');
const tecnico = await signIn('tecnico');

await accounts();
await ordersAndClients();
await settings();
await visits();
await customer();
await reports();
await intakes();
await administration();
await webhooks();

const missing = Object.keys(calls).filter((path) => !examples[path]);
if (missing.length > 0) throw new Error(`no example of ${missing.join(', ')}`);
const inOrder = Object.fromEntries(Object.keys(calls).map((path) => [path, examples[path]]));
writeFileSync(new URL('./examples.json', import.meta.url), `${JSON.stringify(inOrder, null, 2)}\n`);
console.log(`${Object.keys(inOrder).length} examples.`);

async function accounts() {
  const [own] = [await signIn('sac'), await signIn('sac')];
  keep(
    'user/login',
    { username: 'jefe', password: 'agenda-demo' },
    await send('user/login', null, {
      username: 'jefe',
      password: 'agenda-demo',
    }),
  );
  await ask('user/getuserinfo', { username: 'jefe' });
  await ask('user/permissions', {});
  await ask('user/preferences', { singleKeys: true });
  const view = await ask('views/edit', {
    id: null,
    name: 'Demoradas del sur',
    board: 'jefetec',
    search: 'op=114,127&solo=demoradas',
    is_default: false,
  });
  await ask('views', {});
  await ask('views/delete', { id: view.id });
  const sessions = await ask('user/sessions', {}, own);
  const otherSession = sessions.find((session: Any) => !session.current);
  await ask('user/end_session', { session_id: otherSession.session_id }, own);
  await ask('user/push_key', {}, own);
  const endpoint = 'https://push.example.com/send/f1LsxkKphfQ';
  const p256dh = `B${'A'.repeat(86)}`;
  await ask('user/subscribe_to_push', { endpoint, p256dh, auth: 'tBHItJI5svbpez7KI4CCXg' }, own);
  await ask('user/unsubscribe_from_push', { endpoint }, own);
  await ask('user/remove_profile_picture', {}, own);
  keep('user/change_password', { current: 'agenda-demo', next: 'una frase bien larga' }, { ended: 1 });
  const chat = { telegram_chat_id: '500011', wa_number: '5492477412345', boxi_username: 'jefe' };
  keep('user/set_telegram_chat_id', chat, { active_on_telegram: true });
  keep('user/create_telegram_link', {}, { url: 'https://t.me/agenda_bot?start=Zm9vYmFy' });
  keep('user/subscribe_to_techs', { username: 'jefe' }, { subscribed_to_techs: true });
  keep('user/unsubscribe_from_techs', { username: 'jefe' }, { subscribed_to_techs: false });
  await ask('user/delete_telegram_chat_id', { boxi_username: 'jefe' });
  await ask('user/logout', {}, await signIn('sac'));
}

async function ordersAndClients() {
  const list = await ask('orders/pending', {
    subsidiary: '114',
    request: 'priority',
    offset: 0,
    unscheduled_only: true,
  });
  const free = list.orders.filter((card: Any) => card.priority_class !== 'wip');
  [order, second] = free;
  await ask('order', { ot_type: order.ot_type, ot_number: order.ot_number });
  const client_id = order.client_id;
  await ask('client/info', { client_id });
  await ask('client/messages', { client_id });
  await ask('search', { text: client_id });
  await ask('orders/pending_from_client', { client_id });
  const week = await call('visits', { subsidiary: '114', start_date: addDays(day, -7) });
  const seen = visitsOf(week)[0];
  await ask('visit/history', { client_id: seen.client_id });
  await ask('tickets/by_client', { client_id: seen.client_id });
  await ask('orders/repair_codes', {});
  await ask('get_materials', {});
  await ask('get_labor', {});
}

async function settings() {
  await ask('timestripes', { sample: null });
  const slot = {
    id: null,
    name: 'Siesta',
    from: 13,
    to: 16,
    enabled: false,
    subsidiary_id: '114',
    capacity: 12,
  };
  const made = await ask('timestripes/edit', slot);
  const slots = (await call('timestripes', {})).find(
    (operation: { subsidiary_id: string }) => operation.subsidiary_id === '114',
  );
  const { id: changed, to } = slots.timestripes[0];
  await call('timestripes/edit', { id: changed, to: to - 1 });
  await ask('timestripes/notify', { timestripe_id: changed });
  await call('timestripes/edit', { id: changed, to });
  await ask('timestripes/edit_day', { timestripe_id: made.id, date: addDays(day, 7), capacity: 0 });
  await ask('timestripes/delete', { subsidiary_id: '114', timestripe_id: made.id });
  const [priority] = await ask('priorities', { operations: ['114'] });
  const { id, symptom, version } = priority;
  await ask('priorities/edit', { id, symptom, priority: priority.priority, version });
  await ask('conversations', { operations: ['203'] });
  await ask('conversations/edit', { subsidiary_id: '203', reminder: true });
  const absence = {
    tech_id: (await call('subsidiary/get_techs', { subsidiaries: ['203'] }))[0].id,
    from: addDays(day, 30),
    to: addDays(day, 36),
    timestripes: null,
    reason: 'Vacaciones',
  };
  const absent = await ask('absences/edit', { id: null, ...absence });
  await ask('absences', { subsidiary: '203', from: absence.from });
  await ask('absences/delete', { id: absent.id, version: absent.version });
  await ask('skills', { subsidiary: '235' });
  await ask('skills/edit', {
    subsidiary: '203',
    mode: 'warn',
    skills: [{ name: 'fibra' }],
    needs: [{ skill: 'fibra', order_type: 1, symptom_id: null }],
    technicians: [{ tech_id: absence.tech_id, skills: ['fibra'] }],
  });
  await ask('settings/open_visits', { subsidiary: '114' });
  await ask('settings/history', { subsidiary: '114', setting: 'timestripes' });
  const [zone] = await ask('zones', { operations: ['114'], zone_id: null });
  const zoneAnswer = await ask('zones/get', { id: zone.id });
  const nodes = await ask('zones/nodes', { operations: ['114'], editing_zone: null });
  await ask('zones/edit', zoneAnswer);
  const spare = nodes[0] ?? zoneAnswer.selected_nodes[0];
  const form = { id: null, name: 'Zona nueva', subsidiary_id: '114', selected_nodes: [spare] };
  const zoneMade = await call('zones/edit', form);
  const deletion = { id: zoneMade.id };
  const key = `example-${Date.now()}`;
  keep('zones/delete', deletion, await send('zones/delete', jefe, deletion, key));
  await ask('zones/undo', { ...deletion, key });
  const { names } = await ask('names', { days: 7, kind: 'symptom' });
  const named = { kind: 'symptom', from: names[0].id };
  const others = await ask('names/others', { kind: named.kind, id: named.from });
  const merging = { ...named, into: names[0].similar_to?.id ?? others[0].id };
  await ask('names/foresee', merging);
  const merged = await ask('names/merge', merging);
  await ask('names/merges', {});
  await ask('names/undo_merge', { id: merged.id });
}

async function visits() {
  const slots = await ask('visit/get_timestripes_by_date', { subsidiary: '114', date_selected: tomorrow });
  const slot = slots[0].id;
  await ask('timestripes/eval', { timestripe_id: slot, date: day });
  await ask('visit/free_places', { subsidiary: '114', date_selected: tomorrow });
  await ask('order/places', { ...named(order), days: 2 });
  await ask('visit/get_technicians_list', { operations: ['114'], date_: tomorrow, timestrip: slot });
  await ask('subsidiary/allowed', {});
  await ask('subsidiary/get_techs', { subsidiaries: ['114'] });
  const created = await ask('visit/create', {
    ...named(order),
    possibleDate: tomorrow,
    timestripe: slot,
    zone: null,
    assigned_to: null,
    tech_comments: 'Tocar timbre',
    notify_tech: false,
    checked: ['public_link'],
  });
  const visit_id = created.visit_id;
  await ask('visits', { subsidiary: '114', start_date: day, zone_id: null });
  await ask('visit/timestripe_detail', { timestripe_id: slot, date: tomorrow });
  await ask('subsidiary/capabilities', { visit_id });
  await ask('visit/get_timestripes_by_visit_id', { visit_id, date_selected: tomorrow });
  await ask('visit/get_reasons_to_finish', { type: 'or', show_finish: true, show_cancel: true });
  await ask('visit/edit', { visit_id, tech_comments: 'Perro suelto', version: 1 });
  const technician = (await call('user/getuserinfo', {}, tecnico)).tech_id;
  const key = `example-${Date.now()}`;
  const change = { visit_id: [visit_id], tech_id: technician, tech_name: 'Técnico' };
  await ask('day', { subsidiary: '114', date: tomorrow });
  await ask('map', { subsidiary: '114', date: tomorrow });
  const attention = await ask('attention', {});
  const asking = attention.items.find((item: Any) => item.event !== null);
  const seen = { subsidiary: asking?.subsidiary ?? '114', events: [asking?.event ?? 1] };
  if (asking) await ask('attention/acknowledge', seen);
  else keep('attention/acknowledge', seen, seen);
  await ask('visit/place', { visit_id: [visit_id], tech_id: technician, timestripe_id: slot, position: 1 });
  await call('visit/place', { visit_id: [visit_id], tech_id: null });
  keep('visit/change_technician', change, await send('visit/change_technician', jefe, change, key));
  await ask('visit/undo', { visit_id: [visit_id], key });
  await ask('user/changes', {});
  const reason = (await call('visit/get_reasons_to_finish', { type: 'all' })).find(
    (candidate: Any) => candidate.reschedules,
  );
  await ask('visit/reschedule', {
    visit_id,
    new_date: addDays(day, 2),
    new_timestripe: slot,
    new_status: reason.value,
    reschedule_comments: 'El cliente viaja',
    checked: ['public_link'],
  });
  const today_ = await call('visit/create', {
    ...named(second),
    possibleDate: day,
    timestripe: slot,
    zone: null,
    assigned_to: null,
    checked: [],
  });
  const field = { visit_id: today_.visit_id };
  await ask('visit/attach', field, tecnico);
  await ask('visit/detach', { ...field, notes: 'No llego a tiempo' }, tecnico);
  await call('visit/attach', field, tecnico);
  await ask('visit/get/by_tech_id', { tech_id: technician, include_finished: false }, tecnico);
  const going = { ...field, on_the_way: true, send_notification: false };
  const went = await answerOf('visit/set_on_the_way', tecnico, going);
  if (went.error !== 0) keep('visit/set_on_the_way', going, { ...field, on_the_way: true });
  else keep('visit/set_on_the_way', going, went.data);
  await ask('visit/running_late', { minutes: 15 }, tecnico);
  await ask('visit/called', field, tecnico);
  await sendPhoto(field.visit_id);
  await ask('visit/photos/list', field, tecnico);
  await ask('visit/arrive', { ...field, latitude: -33.89, longitude: -60.57, accuracy: 20 }, tecnico);
  const [repair] = await call('orders/repair_codes', {});
  await ask('visit/finish', { ...field, status: 6, repair_code: repair.code, extra_comments: null }, jefe);
  await ask('visit/get/by_number', field);
  await ask('report/segment', field);
  const notices = await ask('visit/notices', { visit_id });
  const again = { notice_id: notices[0].id };
  const resent = await answerOf('visit/resend_notice', jefe, again);
  if (resent.error === 0) keep('visit/resend_notice', again, resent.data);
  // Sent a moment ago.
  else keep('visit/resend_notice', again, { visit_id, template: notices[0].template });
  await ask('mailbox', {});
}

/** A visit of Tandil, whose customers may reply, and one that is over. */
async function customer() {
  const { orders } = await call('orders/pending', {
    subsidiary: '203',
    request: 'priority',
    unscheduled_only: true,
  });
  const free = orders.filter((card: Any) => card.priority_class !== 'wip');
  const slots = await call('visit/get_timestripes_by_date', { subsidiary: '203', date_selected: tomorrow });
  const slot = slots[0].id;
  const make = async (card: Any, possibleDate: string) =>
    call('visit/create', {
      ...named(card),
      possibleDate,
      timestripe: slot,
      zone: null,
      assigned_to: null,
      checked: ['public_link'],
    });
  const token = linkToken(await make(free[0], addDays(day, 5)));
  const view = await callWithoutToken('visit/external', { token });
  const { days } = await callWithoutToken('visit/external/options', { token });
  await callWithoutToken('visit/external/confirm', { token, seen: view.seen });
  const to = { new_date: days.at(-1).day, timestripe_id: days.at(-1).slots[0].id };
  const moved = await callWithoutToken('visit/external/change', { token, seen: view.seen, ...to });
  await callWithoutToken('visit/external/cancel', { token, seen: moved.seen });
  const done = await make(free[1], day);
  await callWithoutToken('visit/external/at_home', { token: linkToken(done) });
  const [repair] = await call('orders/repair_codes', {});
  await call('visit/finish', { visit_id: done.visit_id, status: 6, repair_code: repair.code });
  await callWithoutToken('visit/external/answer', { token: linkToken(done), answer: 'yes' });
}

async function reports() {
  for (const name of Object.keys(calls).filter((path) => path.startsWith('report/') && !examples[path])) {
    if (name === 'report/unclosed') await ask(name, { subsidiary: '114', timeframe: 'all' });
    else if (name.startsWith('report/on_the_way')) await ask(name, { month, subsidiaries: ['114', '127'] });
    else if (name === 'report/my_techs') await ask(name, { subsidiaries: ['114'] });
    else if (name === 'report/segments') await ask(name, { month });
    else if (name === 'report/visits')
      await ask(name, { report: 'monthly', column: 'finished', month, subsidiaries: ['114'] });
    else await ask(name, { month, subsidiary: '114' });
  }
}

async function intakes() {
  const client_id = '11499000001';
  const client = {
    client_id,
    name: 'Eva Ríos',
    client_devices: [{ type: 'ONU', mac: 'AA:BB', serial: 'S1' }],
  };
  await ask('intake/clients', { rows: [client], dry_run: false });
  const ot = { ot_number: '11499000002', ot_type: 1, client_id, symptom: 'Sin señal' };
  await ask('intake/orders', { rows: [ot], dry_run: false });
  const ticket = {
    ticket_number: 'T-1',
    client_id,
    ot_number: ot.ot_number,
    title: 'Sin señal',
    body: 'Desde ayer',
  };
  await ask('intake/tickets', { rows: [ticket], dry_run: true });
}

async function administration() {
  await ask('users', { search: 'tecnico', active: true });
  const form = {
    id: null,
    username: `ejemplo${Date.now() % 100_000}`,
    firstName: 'Inés',
    lastName: 'Ejemplo',
    defaultView: 'index_calendario',
    permissions: ['can_query_order', 'can_query_client'],
    subsidiaries: ['114'],
  };
  const { id } = await ask('users/edit', form);
  await ask('users/reset_password', { id });
  await ask('users/get', { id });
  await ask('users/operations', {});
  await ask('users/audit', { user_id: id });
  await ask('retention', {});
  await ask('retention/preview', { subsidiary: '203', months: 120 });
  await ask('retention/edit', { subsidiary_id: '203', months: 120, seen_months: null });
  await call('retention/edit', { subsidiary_id: '203', months: null, seen_months: 120 });
}

async function webhooks() {
  const form = {
    id: null,
    name: 'Facturación',
    url: 'https://sistema.example/agenda',
    events: ['visit.finished', 'order.fulfilled'],
    operations: ['114'],
  };
  const { id } = await ask('webhooks/edit', form);
  await ask('webhooks', {});
  await ask('webhooks/get', { id });
  const { delivery_id } = await ask('webhooks/test', { id });
  await ask('webhooks/deliveries', { id });
  await ask('webhooks/delivery', { id, delivery_id });
  const resent = { id, delivery_id };
  const answer = await answerOf('webhooks/resend', jefe, resent);
  keep('webhooks/resend', resent, answer.error === 0 ? answer.data : { id, resent: 1, left: 0 });
  await ask('webhooks/rotate_secret', { id });
  await ask('webhooks/history', { id });
  await ask('webhooks/delete', { id });
}

async function signIn(username: string): Promise<string> {
  return (await send('user/login', null, { username, password: 'agenda-demo' })).token;
}

async function ask(path: string, request: object, token: string | null = jefe): Promise<Any> {
  const response = await send(path, token, request);
  keep(path, request, response);
  return response;
}

/** A picture of one point, as the multipart form that `visit/photos` takes. */
async function sendPhoto(visit: number) {
  const point =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const form = new FormData();
  form.set('visit_id', String(visit));
  form.set('photo', new Blob([Buffer.from(point, 'base64')]), 'foto.png');
  const headers = { authorization: `Bearer ${tecnico}` };
  const answer = await fetch(`${base}/v1/visit/photos`, { method: 'POST', body: form, headers });
  if (!answer.ok) throw new Error(`visit/photos: ${await answer.text()}`);
}

function callWithoutToken(path: string, request: object) {
  return ask(path, request, null);
}

function call(path: string, request: object, token: string | null = jefe) {
  return send(path, token, request);
}

async function send(path: string, token: string | null, request: object, key?: string): Promise<Any> {
  const answer = await answerOf(path, token, request, key);
  if (answer.error !== 0) throw new Error(`${path} ${JSON.stringify(request)}: ${answer.diagnostic}`);
  return answer.data;
}

async function answerOf(path: string, token: string | null, request: object, key?: string): Promise<Any> {
  const answer = await fetch(`${base}/v1/${path}`, {
    method: 'POST',
    body: JSON.stringify(request),
    headers: {
      'content-type': 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(key ? { 'idempotency-key': key } : {}),
    },
  });
  return answer.json();
}

function keep(path: string, request: unknown, data: unknown) {
  const detail = path === 'tickets/by_client' ? { detail: data } : {};
  const response = { code: 200, error: 0, diagnostic: '', data, ...detail };
  examples[path] = { request: masked(request), response: masked(shortened(response)) };
}

/** Lists of more than seven are cut to two, pictures to their beginning, a calendar to a slot a day. */
function shortened(value: Any): Any {
  if (Array.isArray(value)) return (value.length > 7 ? value.slice(0, 2) : value).map(shortened);
  if (typeof value === 'string') return value.length > 300 ? value.slice(0, 60) : value;
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const isByDay = entries.every(([name]) => /^\d{4}-\d\d-\d\d$|^\d+$/.test(name));
  const some = isByDay ? [...entries].sort((a, b) => weigh(b[1]) - weigh(a[1])).slice(0, 1) : entries;
  return Object.fromEntries(some.map(([name, part]) => [name, shortened(part)]));
}

function weigh(value: unknown): number {
  return JSON.stringify(value).length;
}

/** No secrets in the document, not even a demo's. */
function masked(value: Any): Any {
  const text = JSON.stringify(value)
    .replace(/("token":")[^"]+/g, '$1EXAMPLE-token-of-a-session-or-a-link')
    .replace(/(\/visit\/external\/view\/)[\w-]+/g, '$1EXAMPLE-token-of-a-link')
    .replace(/https?:\/\/(localhost|127\.0\.0\.1)(:\d+)?/g, 'https://agenda.example')
    .replace(/("temporary_password":")[^"]+/g, '$1EXAMPLE-temporary')
    .replace(/("secret":")[^"]+/g, '$1whsec_EXAMPLE')
    .replace(/(("session_id"):")[0-9a-f]{16}/g, '$10123456789abcdef');
  return JSON.parse(text);
}

function named({ ot_type, ot_number }: Any) {
  return { ot_type, ot_number };
}

function linkToken({ public_link }: Any): string {
  return public_link.split('/').at(-1);
}

function visitsOf(week: Any): Any[] {
  return Object.values(week.data).flatMap((slots: Any) =>
    Object.values(slots).flatMap((slot: Any) => slot.visits),
  );
}
