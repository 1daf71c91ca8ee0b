import { type ReactNode, useCallback, useEffect, useState } from 'react';
import type { Viewer } from '../routes/signed-in/load-viewer.server.ts';
import { useLazyPart } from '../ui/parts/use-lazy-part.ts';
import { showRefused } from '../ui/toasts/toast.ts';
import { headerWords } from '../words/shell/shell-words.ts';
import { paletteAsked } from './palette-asked.ts';

const load = async () => (await import('./palette.tsx')).Palette;

/** The palette, fetched when it is first asked for: by Ctrl+K (Cmd+K), which closes it too, or by `openPalette`. */
export function useLazyPalette(viewer: Viewer, showShortcuts: () => void): ReactNode {
  const [opened, setOpened] = useState(false);
  const close = useCallback(() => setOpened(false), []);
  useEffect(() => {
    if (window.takeEarlyPaletteKey?.()) setOpened(true);
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setOpened((before) => !before);
    };
    const onAsked = () => setOpened(true);
    window.addEventListener('keydown', onKey);
    window.addEventListener(paletteAsked, onAsked);
    return () => {
      window.removeEventListener('keydown', onKey);
      window.removeEventListener(paletteAsked, onAsked);
    };
  }, []);
  const { Part, ready } = useLazyPart(opened, load, () => {
    close();
    showRefused(headerWords.searchFailed);
  });
  return (
    Part && <Part viewer={viewer} opened={opened && ready} close={close} showShortcuts={showShortcuts} />
  );
}
