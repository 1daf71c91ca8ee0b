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

/** A PNG of one bit a pixel. */
function blackOnWhite(width: number, height: number, isBlack: (index: number) => boolean): Uint8Array {
  const stride = Math.ceil(width / 8);
  const raw = Buffer.alloc((stride + 1) * height, 0xff);
  for (let y = 0; y < height; y++) {
    raw[y * (stride + 1)] = 0;
    for (let x = 0; x < width; x++)
      if (isBlack(y * width + x)) raw[y * (stride + 1) + 1 + (x >> 3)]! &= ~(0x80 >> (x & 7));
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
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
