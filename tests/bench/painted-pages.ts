import type { Page } from '@playwright/test';
import { clock } from './process.ts';

/** A card that came to show this version of its visit, and when that was painted, by the page's own clock. */
type Painted = { visitId: number; version: number; at: number };
type Cards = {
  /** The newest version that each card has shown, by the visit's id; empty until it is watched. */
  shown: Map<number, number>;
  painted: Painted[];
  /** Milliseconds of each task over 50. */
  long: number[];
};
declare global {
  interface Window {
    benchCards: Cards;
  }
}

/** Runs in the page. */
function watch(): void {
  const cards: Cards = { shown: new Map(), painted: [], long: [] };
  window.benchCards = cards;
  let waiting: Omit<Painted, 'at'>[] = [];
  const paint = () => {
    const changed = waiting;
    waiting = [];
    const at = performance.now();
    cards.painted.push(...changed.map((one) => ({ ...one, at })));
  };
  const look = (card: HTMLElement) => {
    const [visitId, version] = [Number(card.dataset.visitId), Number(card.dataset.version)];
    if (version <= (cards.shown.get(visitId) ?? Number.POSITIVE_INFINITY)) return;
    cards.shown.set(visitId, version);
    // The task that follows the frame's own work begins once the frame is painted.
    if (waiting.push({ visitId, version }) === 1) requestAnimationFrame(() => setTimeout(paint));
  };
  const marked = '[data-visit-id][data-version]';
  document.addEventListener('DOMContentLoaded', () =>
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes) {
        if (type === 'attributes') look(target as HTMLElement);
        for (const node of addedNodes) {
          if (!(node instanceof HTMLElement)) continue;
          if (node.matches(marked)) look(node);
          for (const card of node.querySelectorAll<HTMLElement>(marked)) look(card);
        }
      }
    }).observe(document, { subtree: true, childList: true, attributeFilter: ['data-version'] }),
  );
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) cards.long.push(duration);
  }).observe({ type: 'longtask' });
}

/** Let the page watch its cards, from before its first script. */
export async function addCardWatch(page: Page): Promise<void> {
  // tsx names inner functions by a helper that a page does not have.
  await page.addInitScript('globalThis.__name = (of) => of');
  await page.addInitScript(watch);
}

/** From here on what the cards come to show is kept. @returns how many visits the page shows */
export const watchCards = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const cards = window.benchCards;
    cards.shown.clear();
    for (const card of document.querySelectorAll<HTMLElement>('[data-visit-id][data-version]'))
      cards.shown.set(Number(card.dataset.visitId), Number(card.dataset.version));
    cards.painted.length = cards.long.length = 0;
    return cards.shown.size;
  });

/** What was painted since, with the moments on the machine's one clock, in ms, and the long tasks. */
export async function takeCards(page: Page): Promise<{ painted: Painted[]; long: number[] }> {
  const offset = await clockOffset(page);
  const { painted, long } = await page.evaluate(() => {
    const { painted, long } = window.benchCards;
    return { painted, long };
  });
  return { painted: painted.map((one) => ({ ...one, at: one.at + offset })), long };
}

/** Milliseconds between the page's clock and the machine's: of many questions, the one that was answered soonest. */
async function clockOffset(page: Page): Promise<number> {
  let best = { took: Number.POSITIVE_INFINITY, offset: 0 };
  for (let asked = 0; asked < 30; asked++) {
    const before = clock();
    const there = await page.evaluate(() => performance.now());
    const took = clock() - before;
    if (took < best.took) best = { took, offset: before + took / 2 - there };
  }
  return best.offset;
}

export type PlainRow = { id: number; version: number; clientName: string; technicianId: number | null };

/** The least page that shows these visits and follows their changes: a row each, changed by its id. */
export const plainPage = (rows: readonly PlainRow[]): string => `<!doctype html>
<html lang="es"><meta charset="utf-8"><title>Visitas</title>
<style>ul { columns: 6; font: 12px sans-serif }</style>
<ul>${rows
  .map(
    ({ id, version, clientName, technicianId }) =>
      `<li id="v${id}" data-stop data-visit-id="${id}" data-version="${version}">${clientName} <b>${technicianId ?? ''}</b></li>`,
  )
  .join('\n')}</ul>
<script>
new WebSocket('ws://' + location.host + '/').onmessage = ({ data }) => {
  for (const visit of JSON.parse(data).visits) {
    const row = document.getElementById('v' + visit.id);
    row.dataset.version = visit.version;
    row.lastElementChild.textContent = visit.technician_id ?? '';
  }
};
</script></html>`;
