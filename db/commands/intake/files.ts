import { createHash } from 'node:crypto';
import { type RowProblem, rowProblem } from '../../../machines/order/intake.ts';
import { maxFileBytes } from './rows.ts';

/** A file as received: its content still in base64, which PostgreSQL decodes. */
export type ReceivedFile = { name: string; contentType: string; hash: string; content: string };

const maxNameLength = 120;

/** A ticket's file by its base name. */
export function readFile(
  file: { name: string; content_type?: string | undefined; content: string },
  field: string,
): ReceivedFile | RowProblem {
  const content = file.content.replace(/\s+/g, '');
  if (content.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(content))
    return rowProblem('file-not-base64', field);
  if ((content.length / 4) * 3 - 2 > maxFileBytes) return rowProblem('file-too-large', field);
  const bytes = Buffer.from(content, 'base64');
  if (bytes.length > maxFileBytes) return rowProblem('file-too-large', field);
  return {
    name: cleanName(file.name),
    contentType: file.content_type ?? 'application/octet-stream',
    hash: createHash('sha256').update(bytes).digest('hex'),
    content,
  };
}

/** Without path, control characters and bidirectional marks. */
function cleanName(name: string): string {
  const last = name.split(/[/\\]/).at(-1)!;
  const shown = last.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();
  const cut = [...shown].slice(-maxNameLength).join('');
  return /^\.*$/.test(cut) ? 'archivo' : cut;
}
