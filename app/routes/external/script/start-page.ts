import { externalWords } from '../../../words/shell/external-words.ts';
import { followVisit } from './follow-visit.ts';
import { redraw } from './redraw.ts';

const { failed } = externalWords.conversation;
const timeoutMs = 30_000;

const page = () => document.querySelector<HTMLElement>('main[data-view]');

/** Follows the visit of the page, and sends its forms; does nothing where it shows none. */
export function startPage(): void {
  const token = page()?.dataset.token;
  if (!token) return;
  follow(token);
  let isSending = false;
  document.addEventListener('submit', (event) => {
    event.preventDefault();
    if (isSending) return;
    isSending = true;
    void submit(event).finally(() => {
      isSending = false;
    });
  });
  window.addEventListener('popstate', () => void open(location.href));
}

/** The page as the server draws it now, whenever the stream says that the visit is another one. */
function follow(token: string): void {
  let latest: string | null = null;
  let isReading = false;
  const catchUp = async () => {
    if (isReading || latest === null || latest === page()?.dataset.view) return;
    isReading = true;
    const [read, address] = [latest, location.href];
    // Without an answer it is tried again as soon as the stream says anything.
    const drawn = await drawnBy(address);
    isReading = false;
    // What was sent or opened since then has drawn the page by itself.
    if (location.href !== address) return void catchUp();
    if (drawn === null || !show(drawn.html)) return;
    if (latest !== read) void catchUp();
  };
  followVisit(token, {
    view: (view) => {
      latest = view;
    },
    alive: () => void catchUp(),
    lost: (lost) => {
      const line = document.querySelector('[data-lost]');
      if (line) line.textContent = lost ? externalWords.lost : '';
    },
    gone: () => location.reload(),
  });
}

/** Draws, and says once and politely what changed of the visit. */
function show(html: string, always?: string): boolean {
  const before = sayVisit();
  if (!redraw(html, always)) return false;
  const after = sayVisit();
  const line = document.querySelector('[data-announced]');
  if (line && after !== before) line.textContent = after;
  return true;
}

const sayVisit = (): string =>
  [...document.querySelectorAll('[data-said]')].map(({ textContent }) => textContent).join('. ');

async function submit(event: SubmitEvent): Promise<void> {
  const form = event.target as HTMLFormElement;
  const button = event.submitter as HTMLButtonElement | null;
  const fields = new URLSearchParams(new FormData(form, button) as unknown as Record<string, string>);
  if (form.method !== 'post') {
    const address = new URL(form.action);
    address.search = fields.toString();
    if (await open(address.href)) history.pushState(null, '', address);
    return;
  }
  button?.setAttribute('aria-busy', 'true');
  // What is sent again after a lost answer is the same form, with the same key, so that it acts once.
  const drawn = await drawnBy(form.action, { method: 'POST', body: fields });
  button?.removeAttribute('aria-busy');
  if (drawn === null || !show(drawn.html, 'act')) return sayProblem();
  // What was refused is said once.
  drawn.address.searchParams.delete('aviso');
  history.replaceState(null, '', drawn.address);
}

/** A form of the page, or the page without it: its heading takes the focus. */
async function open(address: string): Promise<boolean> {
  const drawn = await drawnBy(address);
  const isShown = drawn !== null && show(drawn.html, 'act');
  if (isShown) document.querySelector<HTMLElement>('#conversation')?.focus();
  else sayProblem();
  return isShown;
}

/** The document that answers, and its address; null where there is none. */
async function drawnBy(
  address: string,
  request?: RequestInit,
): Promise<{ html: string; address: URL } | null> {
  try {
    const response = await fetch(address, { ...request, signal: AbortSignal.timeout(timeoutMs) });
    return response.ok ? { html: await response.text(), address: new URL(response.url) } : null;
  } catch {
    return null;
  }
}

function sayProblem(): void {
  const line = document.querySelector('[data-problem]');
  if (line) line.textContent = failed;
}
