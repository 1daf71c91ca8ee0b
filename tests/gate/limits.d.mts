/** A limit in ms, times what the machine is slower. */
export function limit(ms: number): number;
