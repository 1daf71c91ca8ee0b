/** Where the closing form of a visit is read. */
export const closingAddress = (visitId: number): string => `/board/closing/${visitId}`;

/** Where is read what all closing forms offer alike. */
export const catalogueAddress = '/board/closing';
