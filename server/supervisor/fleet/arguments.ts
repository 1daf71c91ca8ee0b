export type FleetArguments = { web: number; workers: number };

export const usage = 'npm run fleet -- [--web <1 to 16>] [--workers <1 to 16>]';

/** Two of each by default; undefined: the command line is invalid. */
export function readArguments(argv: string[]): FleetArguments | undefined {
  const options: FleetArguments = { web: 2, workers: 2 };
  const rest = argv.filter((argument) => argument !== '--fleet');
  for (let at = 0; at < rest.length; at += 2) {
    const name = rest[at]!.replace(/^--/, '') as keyof FleetArguments;
    const count = Number(rest[at + 1]);
    if (!(name in options) || !Number.isInteger(count) || count < 1 || count > 16) return undefined;
    options[name] = count;
  }
  return options;
}
