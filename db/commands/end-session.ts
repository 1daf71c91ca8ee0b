import { z } from 'zod';
import { refuse } from '../../machines/refusals.ts';
import { command } from './transact.ts';

/** End one of the actor's own sessions, wherever it is open. Its boards are cut within seconds. */
export const endSession = command({
  name: 'endSession',
  input: z.object({ session_id: z.string().regex(/^[0-9a-f]{16}$/, 'Sesión inexistente') }),
  async run({ tx, actor }, { session_id: id }) {
    const ended = await tx`
      delete from sessions where user_id = ${actor.userId} and kind <> 'integration'
        and encode(token_hash, 'hex') like ${`${id}%`}`;
    return ended.count === 0 ? refuse('session-unknown') : { session_id: id };
  },
});
