import { type RefObject, useEffect } from 'react';

/**
 * One stop of the Tab key for a whole table; inside, the arrows move: up and
 * down through a column, left and right to the same place of the next day.
 * Every focusable thing in it carries `data-stop` and tabIndex -1; the one that
 * had the focus last keeps tabIndex 0, also through live changes. A visit with
 * the focus that is drawn anew elsewhere keeps it (ux.md U37).
 */
export function useRovingFocus(table: RefObject<HTMLElement>) {
  useEffect(() => {
    const root = table.current;
    if (!root) return;
    const stops = () => [...root.querySelectorAll<HTMLElement>('[data-stop]')];
    const cellsOf = (row: Element) => [...row.querySelectorAll(':scope > td')];

    const makeCurrent = (stop: HTMLElement) => {
      for (const other of root.querySelectorAll<HTMLElement>('[data-stop][tabindex="0"]'))
        other.tabIndex = -1;
      stop.tabIndex = 0;
    };
    const ensureOne = () => {
      if (root.querySelector('[data-stop][tabindex="0"]')) return;
      const first = root.querySelector<HTMLElement>('td[data-today] [data-stop]') ?? stops()[0];
      if (first) first.tabIndex = 0;
    };
    const onFocus = (event: FocusEvent) => {
      const stop = (event.target as HTMLElement).closest<HTMLElement>('[data-stop]');
      if (stop) makeCurrent(stop);
    };
    const { keepFocus, forget } = rememberFocusedVisit(root);
    const onKey = (event: KeyboardEvent) => {
      const stop = (event.target as HTMLElement).closest<HTMLElement>('[data-stop]');
      if (!stop || event.ctrlKey || event.metaKey || event.altKey) return;
      const next = nextStop(root, stop, event.key, cellsOf);
      if (!next) return;
      event.preventDefault();
      next.focus();
      next.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    };
    const observer = new MutationObserver(() => {
      ensureOne();
      keepFocus();
    });
    observer.observe(root, { childList: true, subtree: true });
    ensureOne();
    root.addEventListener('focusin', onFocus);
    root.addEventListener('keydown', onKey);
    return () => {
      observer.disconnect();
      root.removeEventListener('focusin', onFocus);
      forget();
      root.removeEventListener('keydown', onKey);
    };
  }, [table]);
}

/** The visit that has the focus, until the user puts it elsewhere: drawn anew, it is given the focus back. */
function rememberFocusedVisit(root: HTMLElement) {
  let visitId: string | undefined;
  const onFocus = (event: FocusEvent) => {
    const stop = (event.target as HTMLElement).closest<HTMLElement>('[data-stop]');
    visitId = stop && root.contains(stop) ? stop.dataset.visitId : undefined;
  };
  const onPress = () => {
    visitId = undefined;
  };
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', onPress, true);
  return {
    keepFocus() {
      if (visitId === undefined || document.activeElement !== document.body) return;
      root.querySelector<HTMLElement>(`[data-visit-id="${CSS.escape(visitId)}"][data-stop]`)?.focus();
    },
    forget() {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('pointerdown', onPress, true);
    },
  };
}

function nextStop(root: HTMLElement, from: HTMLElement, key: string, cellsOf: (row: Element) => Element[]) {
  const rows = [...root.querySelectorAll('tbody > tr')];
  const cell = from.closest('td');
  const row = from.closest('tr');
  if (!cell || !row) return null;
  const column = cellsOf(row).indexOf(cell);
  const here = [...cell.querySelectorAll<HTMLElement>('[data-stop]')];
  const index = here.indexOf(from);
  const at = (r: Element | undefined, c: number) =>
    r ? [...(cellsOf(r)[c]?.querySelectorAll<HTMLElement>('[data-stop]') ?? [])] : [];
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    const step = key === 'ArrowDown' ? 1 : -1;
    if (here[index + step]) return here[index + step]!;
    for (let r = rows.indexOf(row) + step; r >= 0 && r < rows.length; r += step) {
      const there = at(rows[r], column);
      if (there.length > 0) return step > 0 ? there[0]! : there.at(-1)!;
    }
    return null;
  }
  if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const step = key === 'ArrowRight' ? 1 : -1;
    for (let c = column + step; c >= 0 && c < 7; c += step) {
      const there = at(row, c);
      if (there.length > 0) return there[Math.min(index, there.length - 1)]!;
    }
    return null;
  }
  if (key === 'Home') return at(row, 0)[0] ?? here[0] ?? null;
  if (key === 'End') return at(row, 6)[0] ?? here.at(-1) ?? null;
  return null;
}
