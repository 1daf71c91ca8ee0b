import type { ComponentType } from 'react';
import { fetchPart } from '../parts/fetch-part.ts';
import { applyMantineStyles } from './mantine-styles.ts';

const loadMantine = () => Promise.all([import('./mantine.tsx'), applyMantineStyles()]);

/**
 * A part that a first load does without, fetched when it is wanted, with Mantine around it.
 * @param load a constant function
 * @throws when it cannot be fetched, as without a network
 */
export async function fetchOnMantine<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  const [Part, [{ onMantine }]] = await Promise.all([fetchPart(load), fetchPart(loadMantine)]);
  return onMantine(Part);
}
