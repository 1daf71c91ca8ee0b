import { deflateSync } from 'node:zlib';
import type { Random } from '../random.ts';

/** A hand-drawn signature: a real PNG of some 300 bytes, opaque. */
export function drawSignature(random: Random): Uint8Array {
  const [width, height] = [200, 70];
  const lit = new Set<number>();
  const [waves, tilt, swing] = [random.int(4, 8), random.int(-12, 12), random.int(10, 22)];
  const phase = random.next() * 6;
  for (let step = 0; step <= 1400; step++) {
    const along = step / 1400;
    const x = Math.round(15 + along * 165 + Math.sin(along * waves * 9 + phase) * 9);
    const y = Math.round(
      35 + tilt * (along - 0.5) + Math.sin(along * waves * 6.3) * swing * (1 - along * 0.6),
    );
    for (const [dx, dy] of [
      [0, 0],
      [1, 0],
      [0, 1],
    ] as const)
      if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height) lit.add((y + dy) * width + x + dx);
  }
  return blackOnWhite(width, height, (index) => lit.has(index));
}

/** A placeholder photograph for a ticket: a few grey shapes. */
export function drawPhoto(random: Random): Uint8Array {
  const [width, height] = [120, 80];
  const [x, y, radius, line] = [
    random.int(30, 90),
    random.int(20, 60),
    random.int(8, 20),
    random.int(10, 70),
  ];
  return blackOnWhite(width, height, (index) => {
    const [px, py] = [index % width, Math.floor(index / width)];
    return (px - x) ** 2 + (py - y) ** 2 < radius ** 2 || Math.abs(py - line) < 2;
  });
}

type Colour = readonly [red: number, green: number, blue: number];
const mix = (a: Colour, b: Colour, share: number): Colour => [
  a[0] + (b[0] - a[0]) * share,
  a[1] + (b[1] - a[1]) * share,
  a[2] + (b[2] - a[2]) * share,
];
/** Within a rectangle with round corners: below 0; its distance in points outside. */
const fromBox = (x: number, y: number, [left, top, right, bottom]: readonly number[], radius: number) => {
  const dx = Math.abs(x - (left! + right!) / 2) - (right! - left!) / 2 + radius;
  const dy = Math.abs(y - (top! + bottom!) / 2) - (bottom! - top!) / 2 + radius;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
};

/** The logo of the demo's companies: a signal over a house, in two colours. */
export function drawLogo(): Uint8Array {
  const size = 240;
  const blue: Colour = [21, 90, 160];
  const white: Colour = [255, 255, 255];
  return inColour(size, size, (x, y) => {
    const far = Math.hypot(x - 120, y - 178);
    const isWave = y < 178 && Math.abs(x - 120) < 178 - y && [52, 86, 120].some((r) => Math.abs(far - r) < 9);
    return isWave || far < 20 ? white : blue;
  });
}

/** A technician's photo of the work: a modem on a wall with its lights on, and its cable. */
export function drawModem(): Uint8Array {
  const [width, height] = [1_200, 900];
  const light: Colour = [233, 226, 210];
  const dark: Colour = [176, 165, 146];
  return inColour(width, height, (x, y) => {
    const wall = mix(light, dark, (x + y) / (width + height) + (((x * 7 + y * 13) % 11) - 5) / 300);
    const cable = 640 + 40 * Math.sin(x / 90);
    if (x < 420 && Math.abs(y - cable) < 7) return [38, 38, 40];
    const box = fromBox(x, y, [380, 250, 880, 650], 46);
    if (box > 0) return box < 26 ? mix([92, 86, 78], wall, box / 26) : wall;
    for (let lamp = 0; lamp < 5; lamp++) {
      const far = Math.hypot(x - (480 + lamp * 76), y - 560);
      if (far < 30)
        return mix(lamp === 3 ? [250, 170, 40] : [40, 200, 90], [244, 244, 242], Math.min(1, far / 30));
    }
    if (y > 330 && y < 342 && x > 470 && x < 790) return [120, 140, 165];
    return mix([250, 250, 248], [214, 216, 216], (y - 250) / 400);
  });
}

/** A PDF of one page and one line of plain ASCII. */
export function writePdf(line: string): Uint8Array {
  const text = line.replace(/[^ -~]/g, '').replace(/[()\\]/g, ' ');
  const page = `BT /F1 14 Tf 50 780 Td (${text}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const place of places) file += `${String(place).padStart(10, '0')} 00000 n \n`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** A PNG of 24 bits a pixel. */
function inColour(width: number, height: number, colourOf: (x: number, y: number) => Colour): Uint8Array {
  const stride = width * 3 + 1;
  const raw = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      colourOf(x, y).forEach((part, index) => {
        raw[y * stride + 1 + x * 3 + index] = Math.max(0, Math.min(255, Math.round(part)));
      });
  return writePng(width, height, { bits: 8, kind: 2 }, raw);
}

/** A PNG of one bit a pixel. */
function blackOnWhite(width: number, height: number, isBlack: (index: number) => boolean): Uint8Array {
  const stride = Math.ceil(width / 8);
  const raw = Buffer.alloc((stride + 1) * height, 0xff);
  for (let y = 0; y < height; y++) {
    raw[y * (stride + 1)] = 0;
    for (let x = 0; x < width; x++)
      if (isBlack(y * width + x)) raw[y * (stride + 1) + 1 + (x >> 3)]! &= ~(0x80 >> (x & 7));
  }
  return writePng(width, height, { bits: 1, kind: 0 }, raw);
}

/** @param raw its lines, each after the byte that names its filter */
function writePng(
  width: number,
  height: number,
  { bits, kind }: { bits: number; kind: number },
  raw: Buffer,
): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bits;
  header[9] = kind;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    part('IHDR', header),
    part('IDAT', deflateSync(raw)),
    part('IEND', Buffer.alloc(0)),
  ]);
}

function part(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(checksum(body), body.length + 4);
  return framed;
}

/** CRC-32: Node 20's zlib has none. */
function checksum(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}
