import { parseArgs } from 'node:util';
import { type KindName, kinds } from '../../../db/commands/intake/take-in.ts';
import { isOwnName } from '../../../machines/wire/own-entry.ts';

export type ImportArguments = {
  file: string;
  /** Null: recognised by the columns of the file. */
  kind: KindName | null;
  dryRun: boolean;
  errors: string | null;
  /** Null: every operation. */
  operations: string[] | null;
};

export const usage =
  'Usage: npm run import -- file.csv|file.xlsx [--kind orders|clients|tickets] [--dry-run] [--errors file.csv] [--operations 114,127]';

/** Parse the command line. @returns null when it is invalid; the caller shows `usage` */
export function readArguments(words: string[]): ImportArguments | null {
  const parsed = read(words);
  const file = parsed?.positionals[0];
  if (!parsed || !file || parsed.positionals.length > 1) return null;
  const { kind, errors, operations } = parsed.values;
  if (kind !== undefined && !isOwnName(kinds, kind)) return null;
  const codes = operations?.split(',') ?? null;
  if (codes?.some((code) => !/^\d{3}$/.test(code)) || errors === '') return null;
  return {
    file,
    kind: (kind as KindName | undefined) ?? null,
    dryRun: parsed.values['dry-run'] ?? false,
    errors: errors ?? null,
    operations: codes,
  };
}

function read(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        kind: { type: 'string' },
        'dry-run': { type: 'boolean' },
        errors: { type: 'string' },
        operations: { type: 'string' },
      },
    });
  } catch {
    return null;
  }
}
