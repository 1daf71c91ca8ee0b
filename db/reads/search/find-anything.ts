import { type Actor, mayDo, operationsOf } from '../../../machines/access/permissions.ts';
import { type Question, readQuestion, searchLimits } from '../../../machines/search/question.ts';
import { telephoneBeginnings } from '../../../machines/telephone/typed-number.ts';
import type { Db } from '../../connection/open.ts';
import { listByDevice } from './by-device.ts';
import { listByNumber, listByTelephoneOrDocument } from './by-number.ts';
import { listByWords } from './by-words.ts';
import type { Found } from './found.ts';
import { listLikelyWords } from './likely-words.ts';

/**
 * Orders, clients and visits of the actor's operations, at most 20, best first: by number, telephone, document or device, then by
 * words as typed, then by words that begin so, then with one typing error a word (issue 17). Of each kind only what the
 * actor may look up.
 *
 * @returns null: fewer than 3 letters or digits
 */
export async function findAnything(db: Db, actor: Actor, text: string): Promise<Found[] | null> {
  const question = readQuestion(text);
  if (!question) return null;
  const kinds: Found['kind'][] = [
    'visit',
    ...(mayDo(actor, 'can_query_order') ? (['order'] as const) : []),
    ...(mayDo(actor, 'can_query_client') ? (['client'] as const) : []),
  ];
  const operations = operationsOf(actor);
  if (operations.length === 0) return [];
  const items = new Map<string, Found>();
  const add = (rows: Found[]) => {
    for (const row of rows)
      if (items.size < searchLimits.items) {
        const name = `${row.kind} ${row.number}`;
        if (!items.has(name)) items.set(name, row);
      }
    return items.size >= searchLimits.items;
  };
  for (const step of steps(db, operations, kinds, question)) if (add(await step())) break;
  return [...items.values()];
}

/** From the surest to the least sure; a later one is asked only while there is room. */
function steps(
  db: Db,
  operations: string[],
  kinds: Found['kind'][],
  { words, begun, plain, digits, code }: Question,
): (() => Promise<Found[]>)[] {
  const asTyped = words.map((word) => [word.length < searchLimits.letters ? word : `${word}:*`]);
  const byNumber = digits
    ? [
        () => listByNumber(db, operations, kinds, digits),
        () =>
          listByTelephoneOrDocument(db, operations, kinds, {
            digits,
            beginnings: telephoneBeginnings(digits),
          }),
      ]
    : [];
  const whileTyped = [...asTyped.slice(0, -1), begun.map((word) => `${word}:*`)];
  return [
    ...byNumber,
    ...(code && kinds.includes('client') ? [() => listByDevice(db, operations, code)] : []),
    () => listByWords(db, operations, kinds, asTyped),
    ...(plain.at(-1)!.length > 1 ? [() => listByWords(db, operations, kinds, whileTyped)] : []),
    ...(digits || words.every((word) => word.length < 4)
      ? []
      : [
          async () => {
            const likely = await listLikelyWords(db, words);
            return likely ? listByWords(db, operations, kinds, likely) : [];
          },
        ]),
  ];
}
