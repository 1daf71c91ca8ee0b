import { arch, cpus, totalmem } from 'node:os';

/** The machine that figures were measured on, in one line. */
export const machine = (): string =>
  `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${Math.round(totalmem() / 1e9)} GB, ${process.platform} ${arch()}, Node ${process.version}`;

/** Logs what is under way, each line with the seconds since now. */
export function makeLog(): (line: string) => void {
  const begun = Date.now();
  return (line) => console.log(`${Math.round((Date.now() - begun) / 1_000)} s: ${line}`);
}
