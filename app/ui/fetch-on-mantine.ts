import type { ComponentType } from 'react';

/**
 * A part that a first load does without, fetched when it is wanted, with Mantine around it.
 * @throws when it cannot be fetched, as without a network
 */
export async function fetchOnMantine<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  const [Part, { onMantine }] = await Promise.all([load(), import('./mantine.tsx')]);
  return onMantine(Part);
}
