import { serverAnswers } from '../../data/server-answers.ts';

type Load = () => Promise<unknown>;

/** How often in a row a part could not be fetched. */
const failures = new WeakMap<Load, number>();
/** Parts that this page cannot fetch although the server answers. */
const lost = new Set<Load>();
const listeners = new Set<() => void>();

/**
 * Fetches a part of the screens. Firefox remembers a failed `import()` of an address for as long as the document lives,
 * and so does every browser for a file of a build that the server has no more: then only loading the page again helps,
 * which the frame offers (`app/routes/signed-in/new-version.tsx`). The same file under another query would not do: what
 * it imports itself is asked for by its plain address, which may be the one that failed.
 * @param load a constant function, by which a second failure is known
 * @throws when it cannot be fetched, as without a network; the next call tries again
 */
export async function fetchPart<Loaded>(load: () => Promise<Loaded>): Promise<Loaded> {
  try {
    if (failures.has(load)) await askForLost();
    const loaded = await load();
    failures.delete(load);
    if (lost.delete(load)) notify();
    return loaded;
  } catch (error) {
    failures.set(load, (failures.get(load) ?? 0) + 1);
    if (failures.get(load)! > 1 && !lost.has(load)) void lookWhetherLost(load);
    throw error;
  }
}

/**
 * Safari remembers a module that the network did not give beyond the document, which a second import and loading the page
 * again do not change: something else has to ask for its address.
 */
async function askForLost(): Promise<void> {
  const named = [...document.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')];
  const lost = named.filter(({ href }) => performance.getEntriesByName(href).length === 0);
  await Promise.allSettled(lost.map(({ href }) => fetch(href)));
}

async function lookWhetherLost(load: Load): Promise<void> {
  if (!(await serverAnswers()) || !failures.has(load)) return;
  lost.add(load);
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

export const watchLostParts = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};
export const hasLostParts = (): boolean => lost.size > 0;
