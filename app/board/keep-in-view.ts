/**
 * Brings a part of the calendars into view, and keeps it there while they are being drawn: until the user presses a key
 * or a button or turns the wheel.
 *
 * @param find the part as it is now, if there is one: what is drawn anew is another element
 * @returns ends it
 */
export function keepInView(find: () => HTMLElement | null): () => void {
  const show = () => find()?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  show();
  const sizes = new ResizeObserver(show);
  for (const part of document.getElementById('week')?.children ?? []) sizes.observe(part);
  const ended = new AbortController();
  const end = () => {
    sizes.disconnect();
    ended.abort();
  };
  for (const act of ['wheel', 'pointerdown', 'keydown'])
    addEventListener(act, end, { capture: true, passive: true, signal: ended.signal });
  return end;
}
