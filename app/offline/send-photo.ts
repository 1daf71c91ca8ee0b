import { pieceBytes } from '../../machines/visit/photos.ts';
import { type CommandOutcome, sendRequest } from '../data/send-command.ts';
import type { KeptStep, PhotoInput } from './kept-step.ts';

/**
 * Sends a photo in pieces, those that have not arrived: after a cut it goes on where it was. The request after the last
 * one keeps it.
 */
export async function sendPhoto(step: KeptStep, photo: Blob): Promise<CommandOutcome> {
  const address = `/photos/pieces/${(step.input as PhotoInput).upload}`;
  const arrived = await sendRequest(address, {}, step.userId);
  if (!arrived.ok) return arrived;
  const count = Math.ceil(photo.size / pieceBytes);
  for (let at = 0; at < count; at++) {
    if ((arrived.data.pieces as number[]).includes(at)) continue;
    const piece = await sendRequest(
      `${address}/${at}`,
      {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: photo.slice(at * pieceBytes, (at + 1) * pieceBytes),
      },
      step.userId,
    );
    if (!piece.ok) return piece;
  }
  return sendRequest(
    address,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': step.key },
      body: JSON.stringify({ visit_id: step.visitId, happened_at: step.happenedAt, pieces: count }),
    },
    step.userId,
  );
}
