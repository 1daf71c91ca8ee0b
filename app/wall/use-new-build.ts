import { useEffect } from 'react';
import { useNewBuild } from '../data/live.ts';
import { reloadPage } from './use-kept-session.ts';

/** All screens of a company do not come at once. */
const withinMs = 10_000;
const againMs = 30_000;

/** Elsewhere users are asked; a screen without a user loads a new version by itself. */
export function useReloadForNewBuild(ask: () => Promise<boolean>): void {
  const isNew = useNewBuild();
  useEffect(() => {
    if (!isNew) return;
    const load = async () => {
      if (await ask()) reloadPage();
    };
    const first = setTimeout(() => void load(), Math.random() * withinMs);
    const again = setInterval(() => void load(), againMs);
    return () => {
      clearTimeout(first);
      clearInterval(again);
    };
  }, [isNew, ask]);
}
