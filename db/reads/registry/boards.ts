import { z } from 'zod';
import { today } from '../../../machines/calendar/slots.ts';
import { refuse, refuseField } from '../../../machines/words/refusals.ts';
import { day, operationCode, text } from '../../commands/input.ts';
import { cancellable } from '../../connection/cancellable.ts';
import { readFromStandby } from '../../connection/standby.ts';
import { readAttention } from '../attention/attention.ts';
import { findAnything } from '../search/find-anything.ts';
import { readDayMap } from '../visits/map.ts';
import { ofOperation, read } from './row.ts';

/** What the boards ask besides their weeks. */
export const boardReads = {
  attention: read({
    input: z.looseObject({}).nullish(),
    permission: 'can_query_client',
    reach: 'operations',
    by: ['screen', 'api'],
    run: ({ db, actor }) => readAttention(db, actor.operations),
    show: (attention) => attention,
  }),
  dayMap: read({
    input: z.object({ subsidiary: operationCode, date: day.nullish() }),
    permission: null,
    reach: { operation: ofOperation },
    by: ['screen', 'api'],
    run: ({ db, now }, { subsidiary, date }) => readDayMap(db, subsidiary, date ?? today(now)),
    show: (map) => map,
  }),
  search: read({
    input: z.object({ text: text(20_000, undefined, refuse('search-too-short').text) }),
    permission: null,
    reach: 'operations',
    by: ['screen', 'api'],
    // It ends in the database too when its reader leaves.
    run: async ({ db, actor, signal }, input) =>
      (await readFromStandby(db, (from) =>
        signal
          ? cancellable(from, signal, (cancellableDb) => findAnything(cancellableDb, actor, input.text))
          : findAnything(from, actor, input.text),
      )) ?? refuseField('search-too-short', 'text'),
    show: (items, _asker, input) => ({ text: input.text, items }),
  }),
};
