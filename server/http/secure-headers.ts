import type { FastifyReply } from 'fastify';

/** The headers of every answer: no caching, no type sniffing, no framing and no reading by other sites. */
export const guardHeaders = (secure: boolean) => ({
  'content-security-policy': "frame-ancestors 'none'; object-src 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
});

type Options = { nonce: string; development?: boolean; styleUrl?: string | null };

/**
 * The Content-Security-Policy of a page: own scripts with this answer's nonce only, and no frames.
 *
 * @param development Vite's client needs inline styles and a socket
 * @param styleUrl the map's style, whose server is asked for tiles, glyphs and pictures too; null: none
 */
export function secureHeaders(reply: FastifyReply, { nonce, development = false, styleUrl = null }: Options) {
  const mapServer = styleUrl === null ? '' : ` ${new URL(styleUrl).origin}`;
  reply.headers({
    'content-security-policy': [
      "default-src 'self'",
      `script-src 'nonce-${nonce}' 'strict-dynamic'`,
      development ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
      "style-src-attr 'unsafe-inline'",
      `img-src 'self' data: blob:${mapServer}`,
      `connect-src 'self'${development ? ' ws:' : ''}${mapServer}`,
      "font-src 'self' data:",
      "worker-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ].join('; '),
  });
}
