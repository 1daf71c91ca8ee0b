import { z } from 'zod';
import { text } from '../../../db/commands/input.ts';
import { readFromStandby } from '../../../db/connection/standby.ts';
import { findAnything } from '../../../db/reads/search/find-anything.ts';
import { refuse, refuseField } from '../../../machines/words/refusals.ts';
import { searchAnswer } from '../answers/search.ts';
import { ask, type Call } from '../call.ts';

/** Anything by what is known of it (contract §11 'search'). */
export const searchCalls: Record<string, Call> = {
  search: ask(
    {
      does: 'Orders, clients and visits by number, name, address, telephone, document, device or node; the best 20.',
      reach: 'operations',
      rule: 'Orders need `can_query_order`, clients `can_query_client`; without it they are left out.',
      input: z.object({ text: text(20_000, undefined, refuse('search-too-short').text) }),
      answer: searchAnswer,
    },
    async ({ db, actor }, input) => {
      const found = await readFromStandby(db, (from) => findAnything(from, actor, input.text));
      if (!found) return refuseField('search-too-short', 'text');
      return { items: found.map(({ operation, ...item }) => ({ ...item, subsidiary: operation })) };
    },
  ),
};
