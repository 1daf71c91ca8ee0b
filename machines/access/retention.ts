/** For how many months after an order's closing its customer's personal data may be kept; the record checks it too. */
export const retentionLimits = { first: 6, last: 240 };

/** A number of months, or null: for ever. */
export type Months = number | null;

/** Whether data that would have stayed are deleted sooner, which nobody can take back: it is asked about first. */
export const shortens = (from: Months, to: Months): boolean => to !== null && (from === null || to < from);
