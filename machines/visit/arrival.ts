/** How an operation uses 'Llegué': not at all, as an offer, or asked for before a visit is closed for absence. */
export const arrivalModes = ['off', 'offered', 'asked'] as const;
export type ArrivalMode = (typeof arrivalModes)[number];

/** Where the operation has decided nothing. */
export const defaultArrivalMode: ArrivalMode = 'offered';

/** Where a technician's device was when its user pressed 'Llegué'; `accuracy` in metres. */
export type Position = { latitude: number; longitude: number; accuracy: number | null };

/** Whether a technician's closing for this reason waits for 'Llegué'. */
export const lacksArrival = (
  reason: { absence: boolean },
  visit: { arrived: boolean },
  mode: ArrivalMode,
): boolean => reason.absence && mode === 'asked' && !visit.arrived;
