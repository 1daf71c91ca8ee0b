import type { ComponentType } from 'react';
import { applyMantineStyles } from './mantine-styles.ts';

/**
 * A part that a first load does without, fetched when it is wanted, with Mantine around it.
 * @throws when it cannot be fetched, as without a network
 */
export async function fetchOnMantine<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  const [Part, { onMantine }] = await Promise.all([load(), import('./mantine.tsx'), applyMantineStyles()]);
  return onMantine(Part);
}
