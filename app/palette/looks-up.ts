import type { Viewer } from '../routes/signed-in/load-viewer.server.ts';

/** The most that the user may look up: clients are found by the most that is known of them, visits by their number alone. */
export function looksUp({ permissions }: Pick<Viewer, 'permissions'>): 'client' | 'order' | 'visit' {
  if (permissions.includes('can_query_client')) return 'client';
  return permissions.includes('can_query_order') ? 'order' : 'visit';
}
