/** As many calendars as one user follows at a time. */
export const mostOperations = 4;

/** The operations of an address, as it names them. */
export const operationsIn = (text: string | null): string[] => [
  ...new Set((text ?? '').split(',').filter(Boolean)),
];

/**
 * Which operations a board shows, the main one first: its are the orders, the zones and the visits that are made.
 * @param text as it stands in the address
 * @param assigned those of the user; the first where the address names none of them
 */
export function shownOperations(text: string | null, assigned: readonly string[]): string[] {
  const named = operationsIn(text).filter((code) => assigned.includes(code));
  return named.length > 0 ? named.slice(0, mostOperations) : assigned.slice(0, 1);
}

/** One more of them, or one less. The last one stays, and beyond the most there is no room for another. */
export function toggled(shown: readonly string[], code: string): string[] {
  if (!shown.includes(code)) return shown.length < mostOperations ? [...shown, code] : [...shown];
  return shown.length > 1 ? shown.filter((other) => other !== code) : [...shown];
}

/** The same operations, another main one. */
export const withMain = (shown: readonly string[], code: string): string[] => [
  code,
  ...shown.filter((other) => other !== code),
];

/** What the address says of them: zone, type and the place of a new visit are the main one's, and go with it. */
export const addressOf = (shown: readonly string[], main: string): Record<string, string | null> => ({
  op: shown.join(','),
  ...(shown[0] === main ? {} : { zona: null, tipo: null, crear: null }),
});
