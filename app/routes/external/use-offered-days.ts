import { useEffect, useState } from 'react';
import type { OfferedDay } from '../../../db/reads/visits/external-visit.ts';
import { readJson } from '../../data/read-json.ts';
import { externalWords } from '../../words/shell/external-words.ts';

const { failed } = externalWords.conversation;

/** The days and slots to which the customer may move the visit; while they are asked null, and why there are none. */
export function useOfferedDays(token: string): { days: OfferedDay[] | null; failure: string | null } {
  const [days, setDays] = useState<OfferedDay[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    readJson<{ ok: boolean; days?: OfferedDay[]; text?: string }>(
      `/visit/external/reply/${encodeURIComponent(token)}`,
      stop.signal,
    )
      .then((answer) => {
        if (answer.days) setDays(answer.days);
        else setFailure(answer.text ?? failed);
      })
      .catch(() => !stop.signal.aborted && setFailure(failed));
    return () => stop.abort();
  }, [token]);
  return { days, failure };
}
