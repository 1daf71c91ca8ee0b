import { searchAnswer } from '../answers/search.ts';
import { type Call, reading } from '../call.ts';

/** Anything by what is known of it (contract §11 'search'). */
export const searchCalls: Record<string, Call> = {
  search: reading(
    'search',
    {
      does: 'Orders, clients and visits by number, name, address, telephone, document, device or node; the best 20.',
      rule: 'Orders need `can_query_order`, clients `can_query_client`; without it they are left out.',
      answer: searchAnswer,
    },
    (items) => ({ items: items.map(({ operation, ...item }) => ({ ...item, subsidiary: operation })) }),
  ),
};
