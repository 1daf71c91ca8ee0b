/**
 * Limits in months after an order's closing for keeping its customer's personal data; the database checks them too.
 */
export const retentionLimits = { first: 6, last: 240 };

/** Null: for ever. */
export type Months = number | null;

/** Whether data are deleted sooner than before, which is irreversible: the screen asks for confirmation. */
export const shortens = (from: Months, to: Months): boolean => to !== null && (from === null || to < from);
