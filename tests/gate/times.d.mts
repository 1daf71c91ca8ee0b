/** Seconds that a file of tests takes on a calm machine, by its path; a new one is not among them. */
export const fileSeconds: Record<string, number>;
/** The files of vitest that `npm test` leaves out. */
export const longFiles: string[];
/** Journeys of `npm test`, by their names without `.test.ts`. */
export const quickJourneys: string[];
/** Files of `tests/screens/` of `npm test`, named in the same way. */
export const quickScreens: string[];
