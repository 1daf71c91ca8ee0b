import { type ComponentType, useEffect, useState } from 'react';
import { mayDo } from '../../machines/access/permissions.ts';
import { useViewer } from '../routes/signed-in/screen.ts';
import { fetchOnMantine } from '../ui/mantine/fetch-on-mantine.ts';
import { whenIdle } from '../ui/parts/when-idle.ts';

const loadAttention = () => import('./attention.tsx').then((part) => part.default);
const loadAgainMs = 5_000;

/**
 * 'Necesita atención', fetched once the page runs, for users who may know customers: a first load does without it (ux.md
 * U54). One that cannot be fetched, as without a network, is fetched again, and the screen stands without it.
 */
export function LazyAttention() {
  const viewer = useViewer() as ReturnType<typeof useViewer> | undefined;
  const hasAccess = !!viewer && viewer.operations.length > 0 && mayDo(viewer, 'can_query_client');
  const [Part, setPart] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (!hasAccess) return;
    let left = false;
    let timer: ReturnType<typeof setTimeout>;
    const load = () =>
      fetchOnMantine(loadAttention).then(
        (loaded) => left || setPart(() => loaded),
        () => {
          if (!left) timer = setTimeout(load, loadAgainMs);
        },
      );
    const takeBack = whenIdle(() => void load());
    return () => {
      left = true;
      takeBack();
      clearTimeout(timer);
    };
  }, [hasAccess]);
  return hasAccess && Part ? <Part /> : null;
}
