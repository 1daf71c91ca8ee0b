import type { FastifyRequest } from 'fastify';
import { isOwnName } from '../../machines/wire/own-entry.ts';
import { calls } from '../api/table.ts';

/**
 * The name under which a request is counted: its route's pattern, an API call's own path, a screen's first part.
 * Nothing of what the client chose freely, or every scan of the internet would leave thousands of names.
 *
 * @param screens first parts of the paths that the screens know
 */
export function routeName(
  { routeOptions, url }: Pick<FastifyRequest, 'routeOptions' | 'url'>,
  screens: Set<string>,
): string {
  const pattern = routeOptions.url;
  if (pattern === undefined) return 'none';
  const path = url.split('?', 1)[0]!;
  if (pattern === '/v1/*' || pattern === '/v1/intake/*') {
    return isOwnName(calls, path.slice('/v1/'.length)) ? path : 'none';
  }
  if (pattern === '/*') {
    // Remix asks a screen's data at its path with `.data` behind it.
    const first = path.split('/')[1]!.replace(/\.data$/, '');
    return first === '' || first === '_root' ? '/' : screens.has(first) ? `/${first}` : 'none';
  }
  return isFile(pattern) ? 'file' : pattern;
}

/** The build's files are a route each. */
const isFile = (pattern: string) => pattern.startsWith('/assets/') || /\.\w+$/.test(pattern);
