import { hash } from '@node-rs/argon2';
import sharp from 'sharp';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { startTelegram } from '../../support/fakes/telegram-server.ts';
import { connected, openSession, webServer } from '../../support/processes/web-server.ts';
import { addOperation, addUser } from '../../support/record/fixtures.ts';
import { until } from '../../support/until.ts';

// The user's own account (S2 §2 'Profile', contract §3 'profile picture upload').

const telegram = await startTelegram({ chats: ['500011'] });
afterAll(() => telegram.close());
const { web, sql } = webServer({ telegram: { token: telegram.token, apiRoot: telegram.url } });
const password = 'una clave larga';
let kept: string | undefined;
let userId: number;
let token: string;
let username: string;
let count = 0;

beforeEach(async () => {
  kept ??= await hash(password);
  username = `perfil${++count}`;
  userId = await addUser(sql(), await addOperation(sql()), { username, passwordHash: kept });
  token = await openSession(sql(), userId);
});

const call = (path: string, body: object, as = token) => web().call(`user/${path}`, body, { token: as });

describe('a change of password', () => {
  it('asks for the current one, ends the other sessions, and lets the new one in', async () => {
    const other = await openSession(sql(), userId, { kind: 'browser' });
    const socket = web().socket(other);
    expect(await connected(socket)).toBe('connected');
    const changed = await call('change_password', { current: password, next: 'otra clave larga' });
    expect(changed.body).toMatchObject({ code: 200, data: { ended: 1 } });
    await until(() => !socket.connected, 5_000);
    expect((await call('permissions', {}, other)).status).toBe(401);
    expect((await call('permissions', {})).status).toBe(200);
    expect((await web().signIn(username, password)).status).toBe(401);
    expect((await web().signIn(username, 'otra clave larga')).status).toBe(200);
  });

  it.each<[object, string]>([
    [{ current: 'no es', next: 'otra clave larga' }, 'La contraseña actual no es correcta.'],
    [{ current: password, next: 'corta' }, 'La contraseña nueva debe tener al menos 12 caracteres.'],
    [{ current: password, next: password }, 'La contraseña nueva no puede ser la misma de antes.'],
    [
      { current: password, next: 'Tomás.Ñáñez.1' },
      'La contraseña nueva se parece demasiado a tu usuario, a tu nombre o al nombre del sistema.',
    ],
    ...['password1234', '123456789012', 'aaaaaaaaaaaaaaaa', 'qwertyuiop12'].map(
      (next) =>
        [
          { current: password, next },
          'Esa contraseña es fácil de adivinar. Probá con varias palabras que no tengan relación entre sí.',
        ] as [{ current: string; next: string }, string],
    ),
    // The demo's own is for the demo's accounts.
    [{ current: password, next: 'agenda-demo' }, 'La contraseña nueva debe tener al menos 12 caracteres.'],
    [{ current: '', next: 'otra clave larga' }, 'Ingresá tu contraseña actual.'],
  ])('is refused for %j, and changes nothing', async (body, text) => {
    const answer = await call('change_password', body);
    expect([answer.status, answer.body.diagnostic]).toEqual([422, text]);
    expect((await web().signIn(username, password)).status).toBe(200);
  });

  it('counts wrong guesses of the current one as wrong passwords', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++)
      statuses.push((await call('change_password', { current: `no ${i}`, next: 'otra clave larga' })).status);
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(422));
    expect(statuses.at(-1)).toBe(429);
  });
});

describe('sessions', () => {
  it('are listed without anything that opens a session, and ended one by one', async () => {
    const other = await openSession(sql(), userId, { kind: 'browser' });
    await sql()`update sessions set user_agent = 'Firefox/140' where kind = 'browser' and user_id = ${userId}`;
    const list = await call('sessions', {});
    expect(list.body.data).toHaveLength(2);
    expect(list.text).not.toContain(other);
    const mine = list.body.data.find((one: { current: boolean }) => one.current);
    const theirs = list.body.data.find((one: { current: boolean }) => !one.current);
    expect(theirs).toMatchObject({ kind: 'browser', user_agent: 'Firefox/140' });
    expect((await call('end_session', { session_id: theirs.session_id })).status).toBe(200);
    expect((await call('permissions', {}, other)).status).toBe(401);
    expect((await call('end_session', { session_id: theirs.session_id })).status).toBe(404);
    expect(mine.session_id).toMatch(/^[0-9a-f]{16}$/);
  });

  it('of others cannot be ended, nor guessed by a pattern', async () => {
    const stranger = await openSession(sql(), await addUser(sql(), await addOperation(sql())));
    const [row] =
      await sql()`select left(encode(token_hash, 'hex'), 16) as id from sessions order by created_at desc limit 1`;
    expect((await call('end_session', { session_id: row!.id })).status).toBe(404);
    expect((await call('end_session', { session_id: '%%%%%%%%%%%%%%%%' })).status).toBe(422);
    expect((await call('permissions', {}, stranger)).status).toBe(200);
  });
});

describe('a picture', () => {
  const send = (content: Buffer | string, type = 'image/png', field = 'picture', as = token) => {
    const form = new FormData();
    form.set(field, new Blob([content as unknown as ArrayBuffer], { type }), '../../etc/foto.png');
    return web().send('/v1/user/upload_profile_picture', {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${as}` },
    });
  };
  const image = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#126387' }, limitInputPixels: false });

  it('is kept square and encoded anew, without what hung on the file', async () => {
    const photo = await image(900, 500)
      .withExif({ IFD0: { Copyright: 'secreto' } })
      .jpeg()
      .toBuffer();
    expect((await send(photo, 'image/jpeg')).status).toBe(200);
    const [row] = await sql()`select profile_pic from users where id = ${userId}`;
    const stored = await sharp(row!.profilePic as Buffer).metadata();
    expect(stored).toMatchObject({ format: 'webp', width: 256, height: 256 });
    expect(stored.exif).toBeUndefined();
    const me = await call('getuserinfo', { username });
    expect(me.body.data.profilePic).toMatch(/^data:image\/webp;base64,/);
    expect((await call('remove_profile_picture', {})).status).toBe(200);
    expect((await call('getuserinfo', { username })).body.data.profilePic).toBeNull();
  });

  it.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 422],
    ['HTML named PNG', '<html><script>alert(1)</script></html>', 422],
    ['nothing', '', 422],
    ['half a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 422],
  ])('that is %s is refused', async (_name, content, status) => {
    const answer = await send(content as string);
    expect(answer.status, answer.text).toBe(status);
    expect(answer.body.diagnostic).toBe('La imagen no se puede leer. Se aceptan PNG, JPEG y WebP.');
  });

  it('that unfolds to more than 40 million points is refused, and one that is too heavy', async () => {
    const bomb = await image(7_000, 7_000).png({ compressionLevel: 9 }).toBuffer();
    expect(bomb.length).toBeLessThan(5_000_000);
    expect((await send(bomb)).status).toBe(422);
    const heavy = await send(Buffer.alloc(6_000_000, 1));
    expect([heavy.status, heavy.body.diagnostic]).toEqual([
      413,
      'La imagen es demasiado grande: hasta 5 MB.',
    ]);
  }, 30_000);

  it('needs a session, its field, and a body of its kind', async () => {
    const photo = await image(10, 10).png().toBuffer();
    expect((await send(photo, 'image/png', 'picture', 'x'.repeat(43))).status).toBe(401);
    expect((await send(photo, 'image/png', 'otra')).body.diagnostic).toBe('Elegí una imagen.');
    const json = await web().send('/v1/user/upload_profile_picture', {
      method: 'POST',
      body: '{}',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    expect(json.status).toBe(422);
  });

  it('from another site is refused, though the browser brings the cookie', async () => {
    const cookie = `agenda=${await openSession(sql(), userId, { kind: 'browser' })}`;
    const post = async (origin: string) => {
      const form = new FormData();
      form.set('picture', new Blob([new Uint8Array(await image(10, 10).png().toBuffer())]), 'a.png');
      return web().send('/profile/picture', { method: 'POST', body: form, headers: { cookie, origin } });
    };
    expect((await post('https://evil.example')).status).toBe(403);
    expect((await post(web().base)).status).toBe(200);
  });
});

describe('the chat bot', () => {
  const link = (telegram_chat_id: unknown, more: object = {}) =>
    call('set_telegram_chat_id', { telegram_chat_id, boxi_username: username, ...more });
  const linked = async () =>
    (
      await sql()`select telegram_chat_id, wa_number, active_on_telegram, subscribed_to_techs from users where id = ${userId}`
    )[0];
  beforeEach(async () => {
    telegram.faults.set(null);
    for (const permission of ['can_edit_telegram_chat_id', 'can_subscribe_to_techs'])
      await sql()`insert into user_permissions (user_id, permission) values (${userId}, ${permission})`;
  });

  it('is linked when it knows the chat, and unlinked', async () => {
    const answer = await link('500011', { wa_number: '+54 9 351 555-0101', boxi_id: 7, tech_name: 'x' });
    expect(answer.body).toMatchObject({ code: 200, data: { active_on_telegram: true } });
    expect(await linked()).toMatchObject({
      telegramChatId: '500011',
      waNumber: '+5493515550101',
      activeOnTelegram: true,
    });
    expect((await call('delete_telegram_chat_id', { boxi_username: username })).status).toBe(200);
    expect(await linked()).toMatchObject({ telegramChatId: null, activeOnTelegram: false });
  });

  it('takes the own number of WhatsApp as a person writes it, and none that would be a stranger’s', async () => {
    for (const wa_number of ['02477 15-415556', '2477415556', '5492477415556']) {
      expect((await link('500011', { wa_number })).status).toBe(200);
      expect(await linked()).toMatchObject({ waNumber: '+5492477415556' });
    }
    const refused = await link('500011', { wa_number: '247415556' });
    expect([refused.status, refused.body.diagnostic]).toEqual([
      422,
      expect.stringContaining('no se puede usar'),
    ]);
    expect(await linked()).toMatchObject({ waNumber: '+5492477415556' });
    await call('delete_telegram_chat_id', { boxi_username: username });
  });

  it('says that an identifier does not exist, and takes the user for unreachable', async () => {
    await link('500011');
    const answer = await link('999999');
    expect([answer.status, answer.body.diagnostic]).toEqual([404, 'El numero identificador no existe.']);
    expect(await linked()).toMatchObject({ telegramChatId: '500011', activeOnTelegram: false });
  });

  it.each(['    7', 'abcdef'])('asks for at least five digits, not %j', async (id) => {
    const answer = await link(id);
    const text = 'El Identificador debe tener al menos 5 dígitos';
    expect([answer.status, answer.body.diagnostic]).toEqual([422, text]);
    expect(telegram.journal.count()).toBe(0);
  });

  it('does not believe the name that is sent, and needs its permission', async () => {
    expect((await link('500011', { boxi_username: 'otro' })).status).toBe(403);
    await sql()`delete from user_permissions where user_id = ${userId}`;
    expect((await link('500011')).status).toBe(403);
    expect(await linked()).toMatchObject({ telegramChatId: null });
  });

  it('changes nothing when Telegram does not answer', async () => {
    telegram.faults.set({ kind: 'bad-gateway' });
    const answer = await link('500011');
    expect([answer.status, answer.body.diagnostic]).toEqual([
      503,
      'Telegram no responde en este momento. Intentá de nuevo.',
    ]);
    expect(await linked()).toMatchObject({ telegramChatId: null });
  });

  it('is needed for the notifications of technicians, which end with it', async () => {
    const refused = await call('subscribe_to_techs', { username });
    expect([refused.status, refused.body.diagnostic]).toEqual([
      409,
      'Primero vinculá tu cuenta con el bot de Telegram.',
    ]);
    const off = await call('unsubscribe_from_techs', { username });
    expect([off.status, off.body.diagnostic]).toEqual([409, refused.body.diagnostic]);
    await link('500011');
    expect((await call('subscribe_to_techs', { username })).status).toBe(200);
    expect(await linked()).toMatchObject({ subscribedToTechs: true });
    expect((await call('unsubscribe_from_techs', { username })).status).toBe(200);
    expect((await call('subscribe_to_techs', { username: 'otro' })).status).toBe(403);
    await call('subscribe_to_techs', { username });
    await call('delete_telegram_chat_id', { boxi_username: username });
    expect(await linked()).toMatchObject({ subscribedToTechs: false });
  });
});
