type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** Programs that fetch a link to show a preview of it, and those that crawl; some run the page's scripts. */
const programs =
  /bot\b|bot[/;)]|crawl|spider|preview|facebookexternalhit|whatsapp\/|slack|embedly|curl\/|wget\/|python-requests/i;

/**
 * Whether the page of a link was opened by a person, as far as headers show: not by a program that previews links, and
 * not ahead of time by a browser that guesses what will be pressed.
 */
export function openedByPerson(headers: Headers): boolean {
  const agent = textOf(headers['user-agent']);
  const purpose = `${textOf(headers['sec-purpose'])} ${textOf(headers.purpose)} ${textOf(headers['x-moz'])}`;
  return agent !== '' && !programs.test(agent) && !/prefetch|prerender|preview/i.test(purpose);
}

const textOf = (value: string | string[] | undefined): string =>
  Array.isArray(value) ? value.join(' ') : (value ?? '');
