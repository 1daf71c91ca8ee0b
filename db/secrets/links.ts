import { createHash } from 'node:crypto';

/** How a token is kept at rest. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const linkPath = '/visit/external/view/';

export const linkUrl = (publicUrl: string, token: string): string =>
  `${publicUrl.replace(/\/$/, '')}${linkPath}${token}`;

/** What stands in a kept message where its customer was sent the link. */
export const hiddenLink = `…${linkPath}…`;

/** A link in a text, as a regular expression that PostgreSQL reads alike. */
export const linkPattern = 'https?://[^[:space:]]*/visit/external/view/[A-Za-z0-9_-]{20,}';

/** A message as it is kept: a dump, a backup and a colleague have no use of it. */
export const hideLinks = (text: string): string => text.replaceAll(links, hiddenLink);
const links = new RegExp(linkPattern.replace('[^[:space:]]', '\\S'), 'g');

/** And as it was sent, where its link may be shown; null: it stays hidden. */
export const showLink = (text: string, address: string | null): string =>
  address === null ? text : text.replaceAll(hiddenLink, address);
