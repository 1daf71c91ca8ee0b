import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { fetchOnMantine } from '../mantine/fetch-on-mantine.ts';

const firstWaitMs = 1_000;
const longestWaitMs = 15_000;

/**
 * A part of a screen that is fetched when it is first drawn, on Mantine. One that cannot be fetched, as without a network, is fetched
 * again until it is there: `lazy` alone would take the whole screen down with it.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyExoticComponent<ComponentType<Props>> => {
  const loadPart = async () => (await load()).default;
  return lazy(async () => ({ default: await untilLoaded(() => fetchOnMantine(loadPart)) }));
};

async function untilLoaded<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  for (let wait = firstWaitMs; ; wait = Math.min(2 * wait, longestWaitMs)) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}
