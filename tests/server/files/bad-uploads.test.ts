import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { cheapHash, openSession, webServer } from '../../support/processes/web-server.ts';
import { makeWorld } from '../../support/record/fixtures.ts';

// What the upload of a picture must refuse (faults.md, 'Uploads'): pictures with flipped, lost and added bytes, files that are
// none, and forms that are none. Never 5xx, always the envelope in Spanish, and the picture before stays.

const cases = Number(process.env.BAD_INPUT_SENT ?? 150) * 2;
const seed = Number(process.env.BAD_INPUT_SEED ?? 20_260_301);

const { web, sql } = webServer();
let token: string;
let userId: number;
let pictures: Buffer[];

beforeAll(async () => {
  ({ userId } = await makeWorld(sql()));
  token = await openSession(sql(), userId);
  const image = sharp({ create: { width: 24, height: 16, channels: 3, background: '#126387' } });
  pictures = await Promise.all([
    image.clone().png().toBuffer(),
    image.clone().jpeg().toBuffer(),
    image.clone().webp().toBuffer(),
    image.clone().gif().toBuffer(),
    image.clone().avif().toBuffer(),
    image.clone().tiff().toBuffer(),
  ]);
});

/** A picture that something happened to. */
const broken = (): fc.Arbitrary<Uint8Array> =>
  fc
    .record({
      picture: fc.nat(pictures.length - 1),
      flips: fc.array(fc.tuple(fc.nat(5_000), fc.nat(255)), { maxLength: 20 }),
      keep: fc.double({ min: 0, max: 1, noNaN: true }),
      tail: fc.uint8Array({ maxLength: 200 }),
    })
    .map(({ picture, flips, keep, tail }) => {
      const whole = Buffer.from(pictures[picture]!);
      for (const [at, value] of flips) whole[at % whole.length] = value;
      const part = keep > 0.5 ? whole : whole.subarray(0, Math.floor(whole.length * keep * 2));
      return Buffer.concat([part, tail]);
    });

const forms = (): fc.Arbitrary<{ body: Uint8Array; type: string }> => {
  const name = fc.constantFrom(
    'a.png',
    '../../etc/passwd',
    'a.svg',
    '"; x="',
    'ñ\u202egnp.exe',
    'a\\u0000.png',
    '',
  );
  const field = fc.constantFrom('picture', 'picture', 'picture', 'otra', '__proto__', '');
  const kind = fc.constantFrom('image/png', 'image/svg+xml', 'text/html', '', 'multipart/form-data');
  const content = fc.oneof(
    fc.constantFrom(...pictures),
    broken(),
    fc.uint8Array({ maxLength: 400 }),
    fc.constant(Buffer.from('<svg onload=1>')),
  );
  const whole = fc.tuple(field, name, kind, content).map(([fieldName, fileName, type, bytes]) => {
    const head = `--x\r\ncontent-disposition: form-data; name="${fieldName}"; filename="${fileName}"\r\ncontent-type: ${type}\r\n\r\n`;
    return Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--x--\r\n')]);
  });
  const cut = fc
    .tuple(whole, fc.double({ min: 0, max: 1, noNaN: true }))
    .map(([form, keep]) => form.subarray(0, Math.floor(form.length * keep)));
  const type = fc.constantFrom(
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary=x',
    'multipart/form-data',
    'multipart/form-data; boundary=y',
    'application/json',
  );
  return fc
    .tuple(fc.oneof({ weight: 4, arbitrary: whole }, cut), type)
    .map(([body, given]) => ({ body, type: given }));
};

it(`the upload of a picture answers ${cases} wrong forms as it must`, {
  timeout: 30_000 + cases * 100,
}, async () => {
  const statuses = new Map<number, number>();
  for (const { body, type } of fc.sample(forms(), { numRuns: cases, seed })) {
    const [before] = await sql()`select profile_pic from users where id = ${userId}`;
    const answer = await web().send('/v1/user/upload_profile_picture', {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
    });
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
    const about = `${answer.status} ${answer.text.slice(0, 200)} ${web().log.at(-1) ?? ''}`;
    expect(answer.status, about).toBeLessThan(500);
    expect(answer.body.code, about).toBe(answer.status);
    const [after] = await sql()`select profile_pic from users where id = ${userId}`;
    if (answer.status === 200) {
      const kept = await sharp(after!.profilePic as Buffer).metadata();
      expect(kept).toMatchObject({ format: 'webp', width: 256, height: 256 });
    } else {
      expect(answer.body.diagnostic, about).toMatch(/imagen/i);
      expect(after).toEqual(before);
    }
  }
  expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([200, 422]));
});

const sendPicture = (picture: Buffer, session: string) => {
  const form = new FormData();
  form.set('picture', new Blob([new Uint8Array(picture)]), 'a.png');
  return web().send('/v1/user/upload_profile_picture', {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${session}` },
  });
};
const inOneColour = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 4, background: '#12638780' } });

describe('a picture that is small to send and large to decode', () => {
  it.each(['png', 'jpeg'] as const)('is refused by its header where it is interlaced: %s', async (format) => {
    const picture = await inOneColour(2_400)[format]({ progressive: true }).toBuffer();
    expect(picture.length).toBeLessThan(200_000);
    const answer = await sendPicture(picture, token);
    expect([answer.status, answer.body.diagnostic]).toEqual([
      422,
      'La imagen no se puede leer. Se aceptan PNG, JPEG y WebP.',
    ]);
  });

  it('keeps no user from signing in, however many are sent at once', { timeout: 120_000 }, async () => {
    // Within the limits: what is refused by its header costs nothing.
    const picture = await inOneColour(6_300).jpeg({ quality: 30 }).toBuffer();
    const senders: string[] = [];
    for (let sender = 0; sender < 6; sender++)
      senders.push(await openSession(sql(), (await makeWorld(sql())).userId));
    const password = 'una-clave-cualquiera';
    await makeWorld(sql(), { user: { username: 'ana', passwordHash: cheapHash(password) } });
    const done: string[] = [];
    const sent = senders.flatMap((sender) =>
      [1, 2].map(() => sendPicture(picture, sender).then(({ status }) => done.push(`picture ${status}`))),
    );
    // Sent first: all are under way when the first of them is answered.
    await Promise.race(sent);
    await web()
      .signIn('ana', password)
      .then(({ status }) => done.push(`signed in ${status}`));
    await Promise.all(sent);
    expect(done.filter((what) => what === 'picture 200')).toHaveLength(12);
    expect(done.indexOf('signed in 200'), done.join(', ')).toBeGreaterThan(0);
    expect(done.indexOf('signed in 200'), done.join(', ')).toBeLessThan(8);
  });

  it('waits behind at most three of the same user, and is then refused for now', async () => {
    const picture = await inOneColour(1_000).png().toBuffer();
    const answers = await Promise.all([...Array(12)].map(() => sendPicture(picture, token)));
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
    expect(answers.find(({ status }) => status === 429)!.headers.get('retry-after')).toBe('5');
  });
});

describe('a picture whose sender has no right to send it is not decoded', () => {
  const signature = async () =>
    `data:image/png;base64,${(await inOneColour(40).png().toBuffer()).toString('base64')}`;

  it("as an operation's logo", async () => {
    const decode = vi.spyOn(web().db.pictures, 'decode');
    const { operation } = await makeWorld(sql());
    const answer = await web().call(
      'conversations/edit',
      { subsidiary_id: operation, logo: await signature() },
      { token },
    );
    expect([answer.status, decode.mock.calls.length]).toEqual([403, 0]);
  });

  it("as the signature of a visit that is not the sender's", async () => {
    const decode = vi.spyOn(web().db.pictures, 'decode');
    const elsewhere = await makeWorld(sql());
    for (const visit_id of [2_147_480_001, elsewhere.visitId]) {
      const answer = await web().call(
        'visit/finish',
        { visit_id, status: 6, repair_code: 'R01', signature: await signature(), signature_name: 'Ana' },
        { token },
      );
      expect([answer.status, decode.mock.calls.length]).toEqual([404, 0]);
    }
  });

  it("as a photo of a visit that is not the sender's", async () => {
    const decode = vi.spyOn(web().db.pictures, 'decode');
    const elsewhere = await makeWorld(sql());
    for (const visitId of [2_147_480_001, elsewhere.visitId]) {
      const form = new FormData();
      form.set('photo', new Blob([new Uint8Array(await inOneColour(40).png().toBuffer())]), 'a.png');
      form.set('visit_id', String(visitId));
      const answer = await web().send('/v1/visit/photos', {
        method: 'POST',
        body: form,
        headers: { authorization: `Bearer ${token}` },
      });
      expect([answer.status, decode.mock.calls.length]).toEqual([404, 0]);
    }
  });
});
