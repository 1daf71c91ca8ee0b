import type { Db } from '../../db/connection/open.ts';
import { listLiveReach } from '../../db/reads/people/live-reach.ts';
import { mayDo } from '../../machines/access/permissions.ts';
import { attentionRoom, type Board, room, unattend } from './board-socket.ts';

/** Sockets whose session has ended, or that lost an operation, leave their rooms: one statement for all of this process. */
export async function recheckReach(db: Db, sockets: Map<string, Board>): Promise<void> {
  if (sockets.size === 0) return;
  const all = [...sockets.values()];
  const reach = await listLiveReach(db, [...new Set(all.map((socket) => socket.data.tokenHash))]);
  for (const socket of all) {
    const now = reach.get(socket.data.tokenHash);
    if (!now) {
      socket.disconnect(true);
      continue;
    }
    const { actor } = socket.data.session;
    const lost = actor.operations.filter((code) => !now.operations.includes(code));
    Object.assign(actor, now);
    if (!mayDo(actor, 'can_query_client') && unattend(socket)) socket.emit('unattended');
    for (const operation of lost) {
      const joined = [room(operation), attentionRoom(operation)].filter((name) => socket.rooms.has(name));
      if (joined.length === 0) continue;
      for (const name of joined) void socket.leave(name);
      socket.emit('left', { operation });
    }
  }
}
