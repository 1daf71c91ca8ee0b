/** What the page is made of, each drawn by the server: only a part that differs is replaced. */
const parts = '[data-part]';

/**
 * Puts a page that the server has just drawn in place of the one that is shown. A part that says the same stays, with what
 * is chosen in it; what is chosen in one that is replaced is chosen again.
 *
 * @param html the whole document
 * @param always the part that is replaced in any case, because its form has been answered
 * @returns false where it is another page, or none
 */
export function redraw(html: string, always?: string): boolean {
  const drawn = new DOMParser().parseFromString(html, 'text/html').querySelector('main[data-view]');
  const shown = document.querySelector('main[data-view]');
  if (!drawn || !shown) return false;
  copyAttributes(drawn, shown);
  for (const next of drawn.querySelectorAll<HTMLElement>(parts)) {
    const name = next.dataset.part!;
    const present = shown.querySelector<HTMLElement>(`[data-part="${name}"]`);
    if (!present) continue;
    if (next.querySelector(parts)) copyAttributes(next, present);
    else if (name === always || !saysTheSame(next, present))
      replace(present, document.importNode(next, true));
  }
  return true;
}

function copyAttributes(from: Element, to: Element): void {
  for (const { name, value } of from.attributes) to.setAttribute(name, value);
}

/** Each drawing of a form has a key of its own, and a form that is being sent its state. */
function saysTheSame(next: HTMLElement, present: HTMLElement): boolean {
  const [drawn, shown] = [next, present].map((part) => {
    const copy = part.cloneNode(true) as HTMLElement;
    for (const key of copy.querySelectorAll('input[name="key"]')) key.removeAttribute('value');
    return copy;
  });
  return drawn!.isEqualNode(shown!);
}

function replace(present: HTMLElement, next: HTMLElement): void {
  const hadFocus = present.contains(document.activeElement);
  const chosen = [...present.querySelectorAll<HTMLInputElement | HTMLSelectElement>('select, :checked')];
  for (const { name, value } of chosen.filter(({ name }) => name)) {
    const select = next.querySelector<HTMLSelectElement>(`select[name="${name}"]`);
    if (select?.querySelector(`option[value="${value}"]`)) select.value = value;
    const radio = next.querySelector<HTMLInputElement>(`input[name="${name}"][value="${value}"]`);
    if (radio) radio.checked = true;
  }
  present.replaceWith(next);
  if (hadFocus) next.querySelector<HTMLElement>('h2')?.focus();
}
