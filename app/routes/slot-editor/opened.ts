/** What the address calls the slot that an operation does not have yet. */
export const added = (operation: string): string => `nueva-${operation}`;

/** From the address: the operation that one has gone to, and the slot whose panel is open, whichever operation it is of. */
export function readOpened(search: string): { chosen: string | null; opened: string | null } {
  const params = new URLSearchParams(search);
  const chosen = params.get('op');
  const franja = params.get('franja');
  return { chosen, opened: franja === 'nueva' && chosen !== null ? added(chosen) : franja };
}
