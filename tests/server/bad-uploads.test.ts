import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { makeWorld } from '../support/fixtures.ts';
import { openSession, webServer } from '../support/web-server.ts';

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
