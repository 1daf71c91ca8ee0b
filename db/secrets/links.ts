import { hash } from 'node:crypto';

export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** The same in hexadecimal. */
export const hashTokenText = (token: string): string => hash('sha256', token, 'hex');

const linkPath = '/visit/external/view/';

export const linkUrl = (publicUrl: string, token: string): string =>
  `${publicUrl.replace(/\/$/, '')}${linkPath}${token}`;

/** A link's token, without what a chat program or a sentence left at its end: '.', ')', a mark of italics. */
export const tokenIn = (part: string): string => /^[A-Za-z0-9_-]{20,43}/.exec(part)?.[0] ?? part;

/** Replaces the customer's link in kept messages. */
export const hiddenLink = `…${linkPath}…`;

/** A link in a text, as a regular expression for JavaScript and PostgreSQL. */
export const linkPattern = 'https?://[^[:space:]]*/visit/external/view/[A-Za-z0-9_-]{20,}';

/** Whether it is a text with a link. */
export const holdsLink = (value: unknown): boolean =>
  typeof value === 'string' && value.includes(linkPath) && hideLinks(value) !== value;

/** A message as it is kept, so that dumps, backups and staff cannot open the link. */
export const hideLinks = (text: string): string => text.replaceAll(links, hiddenLink);
const links = new RegExp(linkPattern.replace('[^[:space:]]', '\\S'), 'g');

/** The message as sent, where its link may be shown; null: it stays hidden. */
export const showLink = (text: string, address: string | null): string =>
  address === null ? text : text.replaceAll(hiddenLink, address);
