import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import type { Viewer } from '../routes/signed-in/load-viewer.ts';
import { fetchOnMantine } from '../ui/fetch-on-mantine.ts';
import { paletteAsked } from './palette-asked.ts';

const Palette = lazy(async () => ({
  default: await fetchOnMantine(async () => (await import('./palette.tsx')).default),
}));

/** The palette, fetched when it is first asked for; from then on it listens for itself. */
export function useLazyPalette(viewer: Viewer, showShortcuts: () => void): ReactNode {
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (wanted) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setWanted(true);
    };
    const onAsked = () => setWanted(true);
    window.addEventListener('keydown', onKey);
    window.addEventListener(paletteAsked, onAsked);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener(paletteAsked, onAsked);
    };
  }, [wanted]);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Palette viewer={viewer} showShortcuts={showShortcuts} />
    </Suspense>
  );
}
