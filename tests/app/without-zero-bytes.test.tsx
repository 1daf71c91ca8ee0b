import { PassThrough, type Transform } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { expect, it } from 'vitest';
import { withoutZeroBytes } from '../../app/without-zero-bytes.server.ts';

// Short pieces, which React gathers in buffers of 2,048 bytes: some letter finds no room at the end of one.
const document = (
  <ul>
    {Array.from({ length: 400 }, (_, index) => (
      <li key={String(index)}>{'ú'.repeat(1 + (index % 7))}</li>
    ))}
  </ul>
);

const drawn = async (through: Transform) => {
  const { pipe } = renderToPipeableStream(document, { onAllReady: () => pipe(through) });
  return text(through);
};

it('a document has every letter of it and nothing else, wherever React cuts it', async () => {
  expect(
    await drawn(new PassThrough()),
    'React does so no more: app/without-zero-bytes.server.ts can go',
  ).toContain('\0');
  const html = await drawn(withoutZeroBytes());
  expect(html).not.toMatch(/[\0\uFFFD]/);
  expect(html.match(/ú/g)).toHaveLength(
    Array.from({ length: 400 }, (_, n) => 1 + (n % 7)).reduce((a, b) => a + b),
  );
});
