export const quarantine: { test: string; cause: string; since: string }[];
/** Days for which a test may be in quarantine. */
export const mostDays: number;
