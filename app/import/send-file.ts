import type { ImportKind, ImportLine } from '../../machines/wire/import-lines.ts';
import { userHeader } from '../../machines/wire/screen-headers.ts';

/** A file as it is sent, the same for the trial and for the import: what the disk has may change between them. */
export type ChosenFile = { name: string; size: number; packed: Blob };

/** The server's answer, where it has not begun to take rows. */
export class FileRefused extends Error {}

/** Reads a file into memory, packed: an office's line upwards is slow. @throws where the browser cannot read it */
export async function readChosen(file: File): Promise<ChosenFile> {
  const packed = file.stream().pipeThrough(new CompressionStream('gzip'));
  return { name: file.name, size: file.size, packed: await new Response(packed).blob() };
}

/**
 * Sends a file, and yields what comes back as it comes.
 * @throws FileRefused, and where the connection breaks
 */
export async function* sendFile(
  { packed }: ChosenFile,
  how: { kind: ImportKind | null; trial: boolean; userId: number; signal: AbortSignal },
): AsyncGenerator<ImportLine> {
  const query = new URLSearchParams({
    ...(how.trial ? { trial: '1' } : {}),
    ...(how.kind ? { kind: how.kind } : {}),
  });
  const response = await fetch(`/import/rows?${query}`, {
    method: 'POST',
    body: packed,
    headers: {
      'content-type': 'application/octet-stream',
      'content-encoding': 'gzip',
      [userHeader]: String(how.userId),
    },
    signal: how.signal,
  });
  if (response.status === 401) window.location.assign('/login');
  if (!response.ok || !response.body) {
    const answer = (await response.json().catch(() => null)) as { text?: string } | null;
    throw answer?.text ? new FileRefused(answer.text) : new Error(`import: ${response.status}`);
  }
  yield* linesOf(response.body);
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<ImportLine> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + value).split('\n');
      rest = lines.pop()!;
      for (const line of lines) yield JSON.parse(line) as ImportLine;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
