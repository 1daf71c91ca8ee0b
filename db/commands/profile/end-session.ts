import { z } from 'zod';
import { refuse } from '../../../machines/words/refusals.ts';
import { nameOf, writeAudit } from '../../record/audit.ts';
import { command } from '../../record/transact.ts';

/** End one of the actor's own sessions. Its sockets are disconnected within seconds. */
export const endSession = command({
  name: 'endSession',
  input: z.object({ session_id: z.string().regex(/^[0-9a-f]{16}$/, 'Sesión inexistente') }),
  async run({ tx, actor, from }, { session_id: id }) {
    const ended = await tx`
      delete from sessions where user_id = ${actor.userId} and kind <> 'integration'
        and encode(token_hash, 'hex') like ${`${id}%`}`;
    if (ended.count === 0) return refuse('session-unknown');
    await writeAudit(tx, {
      name: 'session.ended',
      actor,
      from,
      subject: { id: actor.userId, name: nameOf(actor) },
      data: { ended: ended.count },
    });
    return { session_id: id };
  },
});
