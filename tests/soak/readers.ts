import { addDays, mondayOf, today } from '../../machines/calendar/slots.ts';
import { getText, postText } from '../bench/http-connection.ts';
import type { People } from '../faults/people.ts';

/** How often each telephone asks for its list, and each board's person for the week and the pending list, in seconds. */
const telephoneEvery = 30;
const personEvery = 60;

export type Watcher = { token: string; operation: string };
type Request = { key: string; text: string };

/** What the telephones and the people at the boards read, each in its turn. */
export function makeReads(people: People, watchers: Watcher[]) {
  const lists = people.places.flatMap(({ technicians }) =>
    technicians.map(({ token, technicianId }) =>
      postText('/v1/visit/get/by_tech_id', token, { tech_id: technicianId }),
    ),
  );
  const screens = watchers.flatMap(({ token, operation }, index) => [
    getText(
      `/board/week?operation=${operation}&day=${addDays(mondayOf(today(new Date())), 7 * (index % 2))}`,
      token,
    ),
    postText('/v1/orders/pending', token, { subsidiary: operation, unscheduled_only: false }),
  ]);
  let [list, screen] = [0, 0];
  const perSecond = lists.length / telephoneEvery + screens.length / personEvery;
  return {
    perSecond,
    /** What is read within so many seconds. */
    next(seconds: number): Request[] {
      const requests: Request[] = [];
      for (let n = 0; n < (lists.length / telephoneEvery) * seconds; n++)
        requests.push({ key: 'list', text: lists[list++ % lists.length]! });
      for (let n = 0; n < (screens.length / personEvery) * seconds; n++)
        requests.splice(Math.floor(Math.random() * requests.length), 0, {
          key: 'screen',
          text: screens[screen++ % screens.length]!,
        });
      return requests;
    },
  };
}
