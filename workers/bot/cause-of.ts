import { GrammyError, HttpError } from 'grammy';

/**
 * An error's text for the log: grammY's errors carry what was sent, and network errors may carry the address,
 * which holds the token.
 */
export function causeOf(error: unknown): { code: number | null; text: string } {
  if (error instanceof GrammyError)
    return { code: error.error_code, text: `${error.method}: ${error.error_code} ${error.description}` };
  const inner = error instanceof HttpError ? error.error : error;
  const text = inner instanceof Error ? inner.message || inner.name : String(inner);
  return { code: null, text: text.replace(/\/bot\d+:[\w-]+/g, '/bot…') };
}
