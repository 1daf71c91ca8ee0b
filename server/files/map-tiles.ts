import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Session } from '../../db/reads/people/session.ts';
import { isRefusal, type Refusal, refuse } from '../../machines/words/refusals.ts';
import { sendRefusal } from './send-refusal.ts';

/** What the map is drawn on: a style's address, or the path of a PMTiles file; both null: its own plain style. */
export type MapSettings = { styleUrl: string | null; pmtiles: string | null };

export const plainMap: MapSettings = { styleUrl: null, pmtiles: null };

/**
 * The installation's file of vector tiles, by ranges (RFC 9110 §14): a browser reads its directory and the tiles
 * that it shows. 401 without a session, 404 without a file, 416 for what is not one range within it.
 */
export async function sendTiles(
  request: FastifyRequest,
  reply: FastifyReply,
  { pmtiles }: MapSettings,
  session: Session | Refusal,
) {
  if (isRefusal(session)) return sendRefusal(reply, session);
  const file = pmtiles === null ? null : await stat(pmtiles).catch(() => null);
  if (pmtiles === null || !file?.isFile()) return sendRefusal(reply, refuse('file-unknown'));
  const { size } = file;
  reply
    .header('accept-ranges', 'bytes')
    .header('etag', `"${size.toString(36)}-${Math.round(file.mtimeMs).toString(36)}"`)
    .header('cache-control', 'private, max-age=3600')
    .type('application/octet-stream');
  const rangeHeader = request.headers.range;
  const range = rangeHeader === undefined ? { from: 0, to: size - 1 } : readRange(rangeHeader, size);
  if (!range) return reply.code(416).header('content-range', `bytes */${size}`).send();
  const { from, to } = range;
  reply.header('content-length', to - from + 1);
  if (rangeHeader !== undefined) reply.code(206).header('content-range', `bytes ${from}-${to}/${size}`);
  return reply.send(createReadStream(pmtiles, { start: from, end: to }));
}

/** One range of bytes, both ends included; null: none that the file has. */
function readRange(text: string, size: number): { from: number; to: number } | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(text) ?? [];
  if (first === undefined || last === undefined || (first === '' && last === '')) return null;
  const from = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  return from <= to && from < size ? { from, to } : null;
}
