import { parseArgs } from 'node:util';
import { maxTokenDays } from '../../../db/commands/accounts/integration-token.ts';

/** What `npm run token` is asked to do. */
export type TokenArguments =
  | { action: 'make'; name: string; operations: string[]; days: number }
  | { action: 'list' }
  | { action: 'revoke'; nameOrId: string };

export const usage = `Usage: npm run token -- --name "Sistema comercial" --operations 114,127 [--days 365]   (up to ${maxTokenDays} days, a name of up to 60 characters)
       npm run token -- --list
       npm run token -- --revoke <id or name>`;

/** Parse the command line. @returns null when it is invalid; the caller shows `usage` */
export function readArguments(words: string[]): TokenArguments | null {
  const parsed = read(words);
  if (!parsed) return null;
  const { name, operations, days = '365', list, revoke } = parsed;
  const making = name !== undefined || operations !== undefined || parsed.days !== undefined;
  if (Number(making) + Number(list === true) + Number(revoke !== undefined) !== 1) return null;
  if (list) return { action: 'list' };
  if (revoke !== undefined) return revoke === '' ? null : { action: 'revoke', nameOrId: revoke };
  const codes = operations?.split(',') ?? [];
  if (
    !name?.trim() ||
    [...name].length > 60 ||
    !codes.every((code) => /^\d{3}$/.test(code)) ||
    codes.length === 0
  )
    return null;
  if (!/^[1-9]\d{0,3}$/.test(days) || Number(days) > maxTokenDays) return null;
  return { action: 'make', name: name.trim(), operations: codes, days: Number(days) };
}

function read(words: string[]) {
  try {
    return parseArgs({
      args: words,
      options: {
        name: { type: 'string' },
        operations: { type: 'string' },
        days: { type: 'string' },
        list: { type: 'boolean' },
        revoke: { type: 'string' },
      },
    }).values;
  } catch {
    return null;
  }
}
