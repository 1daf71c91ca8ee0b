import type { FastifyReply } from 'fastify';

/** The headers of every answer, whatever it is: no cache keeps it, its type is the one we say, no other site frames, opens or reads it. */
export const guardHeaders = (secure: boolean) => ({
  'content-security-policy': "frame-ancestors 'none'; object-src 'none'; base-uri 'none'",
  // Whoever may be kept says so.
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});

/**
 * The policy of a page: nothing but our own scripts, which carry this answer's nonce, and no frame around it.
 *
 * @param development Vite's own client needs inline styles and a socket
 */
export function secureHeaders(
  reply: FastifyReply,
  { nonce, development = false }: { nonce: string; development?: boolean },
) {
  reply.headers({
    'content-security-policy': [
      "default-src 'self'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      development ? "connect-src 'self' ws:" : "connect-src 'self'",
      "font-src 'self' data:",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ].join('; '),
  });
}
