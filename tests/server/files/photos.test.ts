import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteFiles, deletePhotos } from '../../../db/commands/photos/files.ts';
import { openBucket } from '../../../db/storage/bucket.ts';
import { openFolder } from '../../../db/storage/folder.ts';
import type { Storage } from '../../../db/storage/storage.ts';
import { pieceBytes } from '../../../machines/visit/photos.ts';
import { openSession, webServer } from '../../support/processes/web-server.ts';
import { addTechnician, makeWorld, type World } from '../../support/record/fixtures.ts';

// The photos of a visit (contract §8): sent whole by the API or in pieces by a phone, kept in a folder or a bucket.

const folder = mkdtempSync(path.join(tmpdir(), 'agenda-photos-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const storage = openFolder(folder);
const { web, sql } = webServer({ storage });

let photo: Buffer;
let other: Buffer;
beforeAll(async () => {
  const background = { r: 18, g: 99, b: 135 };
  const image = sharp({
    create: {
      width: 2_400,
      height: 1_200,
      channels: 3,
      background,
      noise: { type: 'gaussian', mean: 128, sigma: 20 },
    },
  });
  photo = await image
    .withExif({ IFD0: { Artist: 'Rosa Dueña' }, IFD3: { GPSLatitude: '33/1 53/1 0/1' } })
    .jpeg({ quality: 60 })
    .toBuffer();
  other = await sharp({ create: { width: 40, height: 40, channels: 3, background } })
    .png()
    .toBuffer();
});

type Field = World & { token: string };
async function field(visit: Record<string, unknown> = {}): Promise<Field> {
  const world = await makeWorld(sql(), { visit });
  return { ...world, token: await openSession(sql(), world.userId) };
}

const sendWhole = (
  { token, visitId }: Field,
  { bytes = photo, key = randomUUID() as string, texts = {} as Record<string, string>, name = 'photo' } = {},
) => {
  const form = new FormData();
  form.set(name, new Blob([new Uint8Array(bytes)]), '../../foto.jpg');
  for (const [field, text] of Object.entries({ visit_id: String(visitId), ...texts })) form.set(field, text);
  return web().send('/v1/visit/photos', {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
  });
};
const list = async ({ token, visitId }: Field) =>
  (await web().call('visit/photos/list', { visit_id: visitId }, { token })).body.data.photos;
const read = (address: string, token: string | null, headers = {}) =>
  fetch(`${web().base}${address}`, {
    headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  });

describe('a photo that is sent whole', () => {
  it('is kept upright, at most 1600 points wide, without its owner and its place', async () => {
    const at = await field();
    expect((await sendWhole(at)).body.data).toMatchObject({ visit_id: at.visitId, photos: 1 });
    const [kept] = await list(at);
    expect(kept).toMatchObject({ width: 1_600, height: 800 });
    const answer = await read(kept.url, at.token);
    expect(answer.headers.get('content-type')).toBe('image/jpeg');
    expect(answer.headers.get('content-security-policy')).toContain('sandbox');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = Buffer.from(await answer.arrayBuffer());
    const metadata = await sharp(bytes).metadata();
    expect([metadata.width, metadata.exif, metadata.format]).toEqual([1_600, undefined, 'jpeg']);
    expect(bytes.includes('Rosa')).toBe(false);
    const preview = await read(kept.preview_url, at.token);
    expect((await sharp(Buffer.from(await preview.arrayBuffer())).metadata()).width).toBe(320);
  });

  it('is in the history of the visit, with the moment at which it was taken', async () => {
    const at = await field();
    const happened_at = new Date(Math.floor(Date.now() / 1_000 - 600) * 1_000).toISOString();
    const answer = await sendWhole(at, { texts: { happened_at } });
    expect(answer.status, answer.text).toBe(200);
    expect(new Date(answer.body.data.happened_at).toISOString()).toBe(happened_at);
    const [kept] = await list(at);
    expect(new Date(kept.happened_at).toISOString()).toBe(happened_at);
    expect(kept.reported_at).not.toBeNull();
    const events = await sql()`select name from events where visit_id = ${at.visitId}`;
    expect(events.map(({ name }) => name)).toContain('visit.photographed');
  });

  it('under one key is kept once, and another photo under that key is refused', async () => {
    const at = await field();
    const [first, again] = [
      await sendWhole(at, { key: 'k'.repeat(20) }),
      await sendWhole(at, { key: 'k'.repeat(20) }),
    ];
    expect(again.body).toEqual(first.body);
    expect(await list(at)).toHaveLength(1);
    expect((await sendWhole(at, { key: 'k'.repeat(20), bytes: other })).status).toBe(422);
    // The same photo once more, by another key, is no second one.
    expect((await sendWhole(at)).body.diagnostic).toBe('Esa foto ya está en la visita.');
  });

  it.each([
    [
      'no picture',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'La foto no se puede leer. Se aceptan JPEG, PNG y WebP.',
    ],
    ['empty', Buffer.alloc(0), 'Elegí una foto.'],
    ['over 5 MB', Buffer.alloc(5_300_000, 1), 'La foto es demasiado grande: hasta 5 MB.'],
  ])('that is %s is refused, and nothing is kept', async (_what, bytes, text) => {
    const at = await field();
    const answer = await sendWhole(at, { bytes });
    expect([answer.status, answer.body.diagnostic]).toEqual([422, text]);
    expect(answer.body.data).toEqual({ fields: { photo: text } });
    expect(await list(at)).toEqual([]);
    const elsewhere = await sendWhole(at, { name: 'otra' });
    expect(elsewhere.body.diagnostic).toBe('Elegí una foto.');
    expect(elsewhere.body.data).toEqual({ fields: { photo: 'Elegí una foto.' } });
  });

  it('is the ninth is refused', async () => {
    const at = await field();
    const colours = [...Array(9).keys()].map((red) =>
      sharp({ create: { width: 8, height: 8, channels: 3, background: { r: red * 20, g: 0, b: 0 } } })
        .png()
        .toBuffer(),
    );
    const answers = [];
    for (const bytes of await Promise.all(colours)) answers.push(await sendWhole(at, { bytes }));
    expect(answers.map(({ status }) => status)).toEqual([...Array(8).fill(200), 422]);
    expect(answers[8]!.body.diagnostic).toBe('La visita ya tiene 8 fotos, que es el máximo.');
  });

  it('is taken of a closed visit for a day, and then no more', async () => {
    const hoursAgo = (hours: number) => ({
      finished: true,
      statusId: 6,
      closedAt: new Date(Date.now() - hours * 3_600_000),
    });
    expect((await sendWhole(await field(hoursAgo(23)))).status).toBe(200);
    const late = await sendWhole(await field(hoursAgo(25)));
    expect([late.status, late.body.diagnostic]).toEqual([
      409,
      'La visita se cerró hace más de un día: ya no admite fotos.',
    ]);
  });

  it('is refused from another technician, from a user who is none, and without a session', async () => {
    const at = await field();
    const { userId } = await addTechnician(sql(), at.operation);
    const second = await openSession(sql(), userId);
    expect((await sendWhole({ ...at, token: second })).status).toBe(403);
    expect((await sendWhole({ ...at, token: 'x'.repeat(43) })).status).toBe(401);
    const elsewhere = await field();
    expect((await sendWhole({ ...at, token: elsewhere.token })).status).toBe(404);
    expect(await list(at)).toEqual([]);
  });
});

describe('a photo that is refused, or sent more than once', () => {
  it('leaves no file and nothing to delete', async () => {
    const at = await field();
    const elsewhere = await field();
    for (const visitId of [2_147_480_001, elsewhere.visitId]) {
      expect((await sendWhole({ ...at, visitId })).status).toBe(404);
      expect(existsSync(path.join(folder, 'photos', String(visitId)))).toBe(false);
      const announced =
        await sql()`select file from files_to_delete where file like ${`photos/${visitId}/%`}`;
      expect([...announced]).toEqual([]);
    }
  });

  it('is one photo when it arrives twenty times at once', async () => {
    const at = await field();
    const answers = await Promise.all([...Array(20)].map(() => sendWhole(at)));
    expect(answers.map(({ status, text }) => (status === 200 ? status : text))).toEqual(Array(20).fill(200));
    expect(await list(at)).toHaveLength(1);
    expect(readdirSync(path.join(folder, 'photos', String(at.visitId)))).toHaveLength(1);
  });

  it('is written by two at once without an error, one file in the end', async () => {
    const name = 'photos/twice/twice.jpg';
    const bytes = [...Array(20).keys()].map((at) => Buffer.alloc(50_000, at));
    await Promise.all(bytes.map((content) => storage.put(name, content, 'image/jpeg')));
    expect(readdirSync(path.join(folder, 'photos', 'twice'))).toEqual(['twice.jpg']);
    expect((await storage.get(name))!.length).toBe(50_000);
  });

  it('is refused while sixteen files of its user are without their photo', async () => {
    const at = await field();
    const announce = (turn: number) =>
      sql()`insert into files_to_delete (file, due_at)
        values (${`photos/${at.visitId}/${at.userId}-${turn}.jpg`}, now() + interval '1 hour')`;
    for (let turn = 0; turn < 16; turn++) await announce(turn);
    const answer = await sendWhole(at);
    expect([answer.status, answer.body.diagnostic]).toEqual([
      422,
      'Hay demasiadas fotos a medio enviar. Intentá más tarde.',
    ]);
    const other = await field();
    expect((await sendWhole(other)).status).toBe(200);
  });
});

describe('a kept photo', () => {
  it('is read within its operation only, and asks for the session again when it is cached', async () => {
    const at = await field();
    await sendWhole(at);
    const [{ url, preview_url }] = await list(at);
    const stranger = await field();
    for (const address of [url, preview_url]) {
      expect((await read(address, stranger.token)).status).toBe(404);
      expect((await read(address, null)).status).toBe(401);
      const { headers } = await read(address, at.token);
      expect(headers.get('cache-control')).toBe('private, no-cache');
      const known = { 'if-none-match': headers.get('etag')! };
      expect((await read(address, at.token, known)).status).toBe(304);
      expect((await read(address, null, known)).status).toBe(401);
    }
    expect(
      (await web().call('visit/photos/list', { visit_id: at.visitId }, { token: stranger.token })).status,
    ).toBe(404);
    for (const wrong of ['0', '99999999999', 'constructor', '..%2f1'])
      expect((await read(`/photos/${wrong}`, at.token)).status).toBe(404);
  });

  it('whose customer is forgotten loses its file too, as does one that was never recorded', async () => {
    const at = await field();
    await sendWhole(at);
    await web().db.transactions.begin((tx) => deletePhotos(tx, [at.visitId]));
    await storage.put('photos/1/nunca.jpg', Buffer.from('x'), 'image/jpeg');
    await sql()`insert into files_to_delete (file, due_at) values ('photos/1/nunca.jpg', now() - interval '1 second')`;
    expect(readdirSync(path.join(folder, 'photos', String(at.visitId)))).toHaveLength(1);
    expect(await deleteFiles(web().db, storage)).toBe(2);
    // With its last file the visit's folder is removed.
    expect(existsSync(path.join(folder, 'photos', String(at.visitId)))).toBe(false);
    expect(await storage.get('photos/1/nunca.jpg')).toBeNull();
  });
});

describe('a photo that is sent in pieces', () => {
  async function phone() {
    const at = await field();
    const cookie = `agenda=${await openSession(sql(), at.userId, { kind: 'browser' })}`;
    const ask = (address: string, init: RequestInit = {}) =>
      web().send(`/photos/pieces/${address}`, {
        ...init,
        headers: { cookie, origin: web().base, ...(init.headers as object) },
      });
    const upload = randomUUID();
    const pieces = [...Array(Math.ceil(photo.length / pieceBytes)).keys()].map((at) =>
      photo.subarray(at * pieceBytes, (at + 1) * pieceBytes),
    );
    const put = (position: number, bytes = pieces[position]!) =>
      ask(`${upload}/${position}`, {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: { 'content-type': 'application/octet-stream' },
      });
    const finish = (headers = {}, input: object = { visit_id: at.visitId }) =>
      ask(upload, {
        method: 'POST',
        body: JSON.stringify({ ...input, pieces: pieces.length }),
        headers: { 'content-type': 'application/json', 'idempotency-key': upload, ...headers },
      });
    const arrived = async () => (await ask(upload)).body.data.pieces as number[];
    return { at, ask, upload, pieces, put, finish, arrived };
  }

  it('goes on after a cut with what has not arrived, and is kept once however often it is asked for', async () => {
    const { at, pieces, put, finish, arrived } = await phone();
    expect(pieces.length).toBeGreaterThan(3);
    for (const position of [2, 0]) expect((await put(position)).status).toBe(200);
    const early = await finish();
    expect([early.status, early.body]).toMatchObject([409, { code: 'photo-incomplete' }]);
    expect(await arrived()).toEqual([0, 2]);
    for (const position of pieces.keys()) await put(position);
    const answers = [await finish(), await finish()];
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[1]!.body).toEqual(answers[0]!.body);
    expect(await list(at)).toHaveLength(1);
    expect(await arrived()).toEqual([]);
  });

  it('that is refused leaves no piece behind, so that no quota is used up by it', async () => {
    const { pieces, put, finish, arrived } = await phone();
    for (const position of pieces.keys()) await put(position);
    expect((await finish({}, { visit_id: 2_000_000_000 })).status).toBe(404);
    expect(await arrived()).toEqual([]);
  });

  it('is its user’s: another one on the same phone does not send it, and another site cannot', async () => {
    const { at, pieces, put, finish, ask, upload } = await phone();
    for (const position of pieces.keys()) await put(position);
    expect((await finish({ 'x-agenda-user': String(at.userId + 1) })).status).toBe(401);
    expect((await finish({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await ask(upload, { headers: { cookie: '' } })).status).toBe(401);
    expect((await finish({ 'x-agenda-user': String(at.userId) })).status).toBe(200);
  });

  it('is refused where it is no photo’s piece, too large, or too much at once', async () => {
    const { put, ask, at } = await phone();
    expect((await put(-1, photo.subarray(0, 9))).status).toBe(422);
    expect((await put(80, photo.subarray(0, 9))).status).toBe(422);
    expect((await put(0, Buffer.alloc(pieceBytes + 1))).status).toBe(413);
    expect((await ask('constructor')).status).toBe(422);
    await sql()`insert into photo_pieces (user_id, upload, position, bytes)
      values (${at.userId}, ${randomUUID()}, 0, decode(repeat('00', 26214400), 'hex'))`;
    expect((await put(0)).body).toMatchObject({ code: 'photos-half-sent' });
  });

  it('is refused where it is empty, or of the ninth photo that is half sent', async () => {
    const { put, ask, at } = await phone();
    expect((await put(0, Buffer.alloc(0))).status).toBe(422);
    for (let sent = 0; sent < 8; sent++)
      await sql()`insert into photo_pieces (user_id, upload, position, bytes)
        values (${at.userId}, ${randomUUID()}, 0, decode('00', 'hex'))`;
    const ninth = await put(0);
    expect([ninth.status, ninth.body]).toMatchObject([422, { code: 'photos-half-sent' }]);
    const [known] = await sql()`select upload from photo_pieces where user_id = ${at.userId} limit 1`;
    const more = await ask(`${known!.upload}/1`, {
      method: 'PUT',
      body: new Uint8Array(photo.subarray(0, 9)),
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(more.status).toBe(200);
  });
});

describe.each<[string, () => Promise<{ storage: Storage; close(): Promise<unknown> }>]>([
  ['a folder', async () => ({ storage, close: async () => {} })],
  ['a bucket', openOwnBucket],
])('%s', (_kind, open) => {
  it('gives back what it was given, replaces it, and forgets it', async () => {
    const { storage: files, close } = await open();
    try {
      const name = `photos/7/${randomUUID()}.jpg`;
      expect(await files.get(name)).toBeNull();
      await files.put(name, photo, 'image/jpeg');
      expect((await files.get(name))!.equals(photo)).toBe(true);
      await files.put(name, other, 'image/jpeg');
      expect((await files.get(name))!.equals(other)).toBe(true);
      await files.delete(name);
      await files.delete(name);
      expect(await files.get(name)).toBeNull();
      for (const wrong of ['../etc/passwd', 'photos/../../x.jpg', '/x.jpg', 'a b.jpg'])
        await expect(files.get(wrong)).rejects.toThrow();
    } finally {
      await close();
    }
  });
});

it('a bucket whose service refuses or is down throws, without its secret', async () => {
  const { settings, close } = await openOwnBucket();
  const name = 'photos/7/a.jpg';
  const secretAccessKey = 'not-the-secret-of-this-bucket';
  const wrong = openBucket({ ...settings, accessKeyId: 'OTHER', secretAccessKey });
  const error = await wrong.put(name, photo, 'image/jpeg').then(() => null, String);
  expect(error).toMatch(/the bucket answered 403/);
  expect(error).not.toContain(secretAccessKey);
  await close();
  await expect(openBucket(settings).get(name)).rejects.toThrow();
});

async function openOwnBucket() {
  const directory = mkdtempSync(path.join(tmpdir(), 'agenda-bucket-'));
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: 'agenda' }],
  });
  const { port } = (await server.run()) as { port: number };
  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'agenda',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  const close = async () => {
    await server.close();
    rmSync(directory, { recursive: true, force: true });
  };
  return { storage: openBucket(settings), settings, close };
}
