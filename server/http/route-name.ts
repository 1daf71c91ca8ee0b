import type { FastifyRequest } from 'fastify';
import { isOwnName } from '../../machines/wire/own-entry.ts';
import { calls } from '../api/table.ts';

/**
 * The metric label of a request: its route's pattern, an API call's path, a screen's first segment. Never
 * client input, which would make an unbounded number of labels.
 *
 * @param screens first path segments of the screens
 */
export function routeName(
  { pattern, url }: Pick<FastifyRequest, 'pattern' | 'url'>,
  screens: Set<string>,
): string {
  if (pattern === undefined) return 'none';
  const path = url.split('?', 1)[0]!;
  if (pattern === '/v1/*' || pattern === '/v1/intake/*') {
    return isOwnName(calls, path.slice('/v1/'.length)) ? path : 'none';
  }
  if (pattern === '/*') {
    // Remix fetches a screen's data at its path plus `.data`.
    const first = path.split('/')[1]!.replace(/\.data$/, '');
    return first === '' || first === '_root' ? '/' : screens.has(first) ? `/${first}` : 'none';
  }
  return isFile(pattern) ? 'file' : pattern;
}

/** Each file of the build is a route of its own. */
const isFile = (pattern: string) => pattern.startsWith('/assets/') || /\.\w+$/.test(pattern);
