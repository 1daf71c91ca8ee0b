import { type ComponentType, useEffect, useRef, useState } from 'react';
import { fetchOnMantine } from '../mantine/fetch-on-mantine.ts';
import { whenIdle } from './when-idle.ts';

/**
 * A dialog that is fetched when it is first wanted, so that a first load does without it (ux.md U54).
 * @param load a constant function
 * @param onFailure called when it could not be fetched, as without a network
 * @param ahead fetched once the page runs and rests: it may be wanted where there is no signal
 * @returns null until it is there; `ready` a moment later: there before it opens, a dialog knows where the focus was
 *   and gives it back
 */
export function useLazyPart<Props extends object>(
  requested: boolean,
  load: () => Promise<ComponentType<Props>>,
  onFailure: () => void,
  ahead = false,
): { Part: ComponentType<Props> | null; ready: boolean } {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const failed = useRef(onFailure);
  failed.current = onFailure;
  const fetching = requested && Part === null;
  useEffect(() => {
    if (!fetching) return;
    let left = false;
    fetchOnMantine(load).then(
      (loaded) => setPart(() => loaded),
      () => left || failed.current(),
    );
    return () => {
      left = true;
    };
  }, [fetching, load]);
  useEffect(() => {
    if (!ahead) return;
    return whenIdle(() => void fetchOnMantine(load).catch(() => {}));
  }, [ahead, load]);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(Part !== null), [Part]);
  return { Part, ready };
}
