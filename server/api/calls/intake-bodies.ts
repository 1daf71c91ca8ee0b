import type { FastifyInstance, FastifyRequest } from 'fastify';
import { maxRows } from '../../../db/commands/intake/intake.ts';
import { malformedLine } from '../../../db/commands/intake/take-in.ts';
import { nestsDeeper } from '../nesting.ts';

/** What an intake's body may weigh; every other call keeps the server's limit. */
export const intakeBodyLimit = 32 * 1024 * 1024;

/**
 * How an intake's body is read: JSON, or NDJSON with one row a line, where a
 * line that is no JSON is that row's error and not the request's. Plain
 * parsing: rows are copied field by field, so no name in them leads anywhere.
 */
export function readIntakeBodies(scope: FastifyInstance) {
  scope.removeContentTypeParser('application/json');
  scope.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    try {
      const body = text === '' ? {} : parse(text as string);
      const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
      done(null, isObject ? { ...body, ...askedInPath(request) } : body);
    } catch {
      done(Object.assign(new Error('malformed JSON'), { statusCode: 422 }));
    }
  });
  scope.addContentTypeParser('application/x-ndjson', { parseAs: 'string' }, (request, text, done) =>
    done(null, { rows: linesOf(text as string), ...askedInPath(request) }),
  );
}

/** `?dry_run=1`: NDJSON has no other place for it. Anything but a yes or no is left for the schema to refuse. */
function askedInPath(request: FastifyRequest): { dry_run?: unknown } {
  const given = (request.query as { dry_run?: unknown }).dry_run;
  if (given === undefined) return {};
  if (given === '1' || given === 'true' || given === '') return { dry_run: true };
  return { dry_run: given === '0' || given === 'false' ? false : given };
}

/** The rows of the lines that are not empty; no more than are needed to see that there are too many. */
function linesOf(text: string): unknown[] {
  const rows: unknown[] = [];
  let from = text.startsWith('\ufeff') ? 1 : 0;
  while (from < text.length && rows.length <= maxRows) {
    const end = text.indexOf('\n', from);
    const line = text.slice(from, end < 0 ? text.length : end).trim();
    from = end < 0 ? text.length : end + 1;
    if (line !== '') rows.push(parsed(line));
  }
  return rows;
}

/** A row's own parts nest in three levels, in the list and the body five: deeper is no valid record. */
const deepest = 12;

function parse(text: string): unknown {
  if (nestsDeeper(text, deepest)) throw new SyntaxError('nested too deep');
  return JSON.parse(text);
}

function parsed(line: string): unknown {
  try {
    return parse(line);
  } catch {
    return malformedLine;
  }
}
