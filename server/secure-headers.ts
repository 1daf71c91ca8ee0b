import type { FastifyReply } from 'fastify';

/**
 * The headers of every page: nothing but our own scripts, which carry this answer's nonce, no frame around it, no
 * other type than the one we say.
 *
 * @param development Vite's own client needs inline styles and a socket
 */
export function secureHeaders(
  reply: FastifyReply,
  { nonce, secure, development = false }: { nonce: string; secure: boolean; development?: boolean },
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
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  });
}
