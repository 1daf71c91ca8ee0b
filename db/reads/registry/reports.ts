import { readFromStandby } from '../../connection/standby.ts';
import { numberInput } from '../reports/question.ts';
import { listVisitsBehind } from '../reports/visits-behind.ts';
import { read } from './row.ts';

/** What reports are made of (S2 §6); the reports themselves are commands, which generate them. */
export const reportReads = {
  visitsBehind: read({
    input: numberInput,
    permission: 'can_read_reports',
    reach: { operations: ({ subsidiaries }) => subsidiaries },
    by: ['screen', 'api'],
    costly: true,
    run: ({ db, actor, operations }, { of, subsidiaries, ...number }) =>
      readFromStandby(db, (from) =>
        listVisitsBehind(from, actor, {
          ...number,
          operations: subsidiaries && operations,
          subject: of ?? null,
        }),
      ),
    show: (behind) => behind,
  }),
};
