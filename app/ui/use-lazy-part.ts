import { type ComponentType, useEffect, useRef, useState } from 'react';

/**
 * A dialog that is fetched when it is first wanted, so that a first load does without it (ux.md U54).
 * @param load a constant function
 * @param onFailure called when it could not be fetched, as without a network
 * @returns null until it is there; `ready` a moment later: there before it opens, a dialog knows where the focus was
 *   and gives it back
 */
export function useLazyPart<Props>(
  wanted: boolean,
  load: () => Promise<ComponentType<Props>>,
  onFailure: () => void,
): { Part: ComponentType<Props> | null; ready: boolean } {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const failed = useRef(onFailure);
  failed.current = onFailure;
  const fetching = wanted && Part === null;
  useEffect(() => {
    if (!fetching) return;
    let left = false;
    load().then(
      (loaded) => setPart(() => loaded),
      () => left || failed.current(),
    );
    return () => {
      left = true;
    };
  }, [fetching, load]);
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(Part !== null), [Part]);
  return { Part, ready };
}
