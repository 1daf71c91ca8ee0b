export type FleetWish = { web: number; workers: number };

export const usage = 'npm run fleet -- [--web <1 to 16>] [--workers <1 to 16>]';

/** Two of each unless told; undefined: what was typed is none. */
export function readWish(given: string[]): FleetWish | undefined {
  const wish: FleetWish = { web: 2, workers: 2 };
  const rest = given.filter((one) => one !== '--fleet');
  for (let at = 0; at < rest.length; at += 2) {
    const name = rest[at]!.replace(/^--/, '') as keyof FleetWish;
    const count = Number(rest[at + 1]);
    if (!(name in wish) || !Number.isInteger(count) || count < 1 || count > 16) return undefined;
    wish[name] = count;
  }
  return wish;
}
