/** Where the closing form of a visit is read. */
export const closingAddress = (visitId: number): string => `/board/closing/${visitId}`;
