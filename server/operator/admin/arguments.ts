import { parseArgs } from 'node:util';

/** What `npm run admin` is asked to do. */
export type AdminArguments =
  | {
      action: 'create';
      username: string;
      firstName: string;
      lastName: string;
      email: string | null;
      operations: string[] | null;
      generate: boolean;
    }
  | { action: 'reset'; username: string }
  | { action: 'list' };

export const usage = `Usage: npm run admin -- create --username ana --name "Ana" --surname "Paz" [--email ana@example.com] [--operations 114,127] [--generate]
       npm run admin -- reset --username ana
       npm run admin -- list`;

/** Parse the command line. @returns null when it is invalid; the caller shows `usage` */
export function readArguments(words: string[]): AdminArguments | null {
  const parsed = read(words);
  if (parsed?.positionals.length !== 1) return null;
  const { username, name, surname, email, operations, generate = false } = parsed.values;
  const others = [name, surname, email, operations].some((value) => value !== undefined) || generate;
  switch (parsed.positionals[0]) {
    case 'list':
      return username === undefined && !others ? { action: 'list' } : null;
    case 'reset':
      return username && !others ? { action: 'reset', username: username.trim().toLowerCase() } : null;
    case 'create': {
      const codes = operations?.split(',') ?? null;
      if (!username || !name || !surname || codes?.some((code) => !/^\d{3}$/.test(code))) return null;
      return {
        action: 'create',
        username,
        firstName: name,
        lastName: surname,
        email: email ?? null,
        operations: codes,
        generate,
      };
    }
    default:
      return null;
  }
}

function read(words: string[]) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        username: { type: 'string' },
        name: { type: 'string' },
        surname: { type: 'string' },
        email: { type: 'string' },
        operations: { type: 'string' },
        generate: { type: 'boolean' },
      },
    });
  } catch {
    return null;
  }
}
