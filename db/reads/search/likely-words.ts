import { isOneSlip, swapped } from '../../../machines/search/question.ts';
import type { Db } from '../../connection/open.ts';

/** So many words that a typed one may stand for. */
const mostWords = 12;

/**
 * For each word what may be meant: itself, what begins so if it is the last, and recorded words that differ by one typing
 * error. null: none has another reading than as typed.
 */
export async function listLikelyWords({ sql }: Pick<Db, 'sql'>, words: string[]): Promise<string[][] | null> {
  const candidates = words.filter((word) => word.length >= 4 && !/^\d/.test(word));
  if (candidates.length === 0) return null;
  // Two neighbours swapped may leave no more than the first trigram: such words are looked up themselves.
  const swaps = candidates.flatMap((typed) => swapped(typed).map((term) => ({ typed, term })));
  const rows = await sql<{ typed: string; term: string }[]>`
    select distinct typed, term, similarity(term, typed) as alike from (
      select a.typed, t.term from unnest(${candidates}::text[]) as a (typed), search_terms t
      where t.term % a.typed and abs(length(t.term) - length(a.typed)) <= 1
      union all
      select s.typed, t.term
      from unnest(${swaps.map(({ typed }) => typed)}::text[], ${swaps.map(({ term }) => term)}::text[]) as s (typed, swap)
      join search_terms t on t.term = s.swap) t
    order by alike desc`;
  const meant = new Map<string, string[]>();
  for (const { typed, term } of rows) {
    if (!isOneSlip(typed, term)) continue;
    const list = meant.get(typed) ?? [];
    if (list.length < mostWords) meant.set(typed, [...list, term]);
  }
  if (meant.size === 0) return null;
  return words.map((word, at) => [at === words.length - 1 ? `${word}:*` : word, ...(meant.get(word) ?? [])]);
}
