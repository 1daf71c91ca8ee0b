import { createHash } from 'node:crypto';

/** How a token is kept at rest. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const linkPath = '/visit/external/view/';

export const linkUrl = (publicUrl: string, token: string): string =>
  `${publicUrl.replace(/\/$/, '')}${linkPath}${token}`;
