import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';

/** Whether a method may change something, so that the request has to come from our own pages. */
export const isUnsafe = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method);

/** Unlike Remix's own check, covers resource routes and refuses requests without an Origin. */
export function isSameSite(
  request: { headers: FastifyRequest['headers']; host: string; protocol: string },
  publicUrl: string,
): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const { origin } = request.headers;
  if (typeof origin !== 'string') return false;
  try {
    const requestOrigin = new URL(origin).origin;
    // A TLS proxy that does not send X-Forwarded-Proto is recognised by the public address.
    return (
      requestOrigin === `${request.protocol}://${request.host}` || requestOrigin === new URL(publicUrl).origin
    );
  } catch {
    return false;
  }
}

/**
 * The same of a socket's request, which bypasses Fastify: its scheme is that of its connection, or the one that a proxy
 * names.
 */
export function isSocketOrigin(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  publicUrl: string,
): boolean {
  const { origin, host } = headers;
  const forwarded = String(headers['x-forwarded-proto'] ?? '')
    .split(',')[0]!
    .trim();
  const scheme = forwarded || ((socket as { encrypted?: boolean }).encrypted ? 'https' : 'http');
  try {
    const requestOrigin = new URL(origin!).origin;
    return requestOrigin === `${scheme}://${host}` || requestOrigin === new URL(publicUrl).origin;
  } catch {
    return false;
  }
}
