import { type MutableRefObject, type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type CardControls, chipOf, type ShownCard } from './card-controls.ts';

/** The way from the chip into the card. */
const leaveMs = 220;
/** What takes the focus from one visit to another. */
const focusKeys = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Tab']);

/**
 * Which visit's card is shown: one for the whole board, of the chip that the pointer rests on, that the keyboard came to, or
 * that was tapped.
 * @param open a visit was pressed
 * @param chosen while there are any, the pointer chooses more of them, and no card comes in its way
 */
export function useCard(
  area: RefObject<HTMLElement>,
  open: (visitId: number) => void,
  chosen: ReadonlySet<number>,
) {
  const [shown, setShown] = useState<ShownCard | null>(null);
  const now = useRef<ShownCard | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const leaveTimer = useRef<ReturnType<typeof setTimeout>>();
  const card = useRef<HTMLElement>(null);
  const keyAt = useRef(Number.NEGATIVE_INFINITY);
  const latest = useRef({ open, chosen });
  latest.current = { open, chosen };

  const become = useCallback((next: ShownCard | null) => {
    clearTimeout(timer.current);
    clearTimeout(leaveTimer.current);
    now.current = next;
    setShown(next);
  }, []);
  const close = useCallback(() => become(null), [become]);
  /** Back to the visit that the card is of, which is not shown again for that. */
  const giveBack = useCallback(() => {
    const { chip, visitId } = now.current ?? {};
    become(null);
    const target = chip?.isConnected
      ? chip
      : area.current?.querySelector<HTMLElement>(`[data-visit-id="${visitId}"][data-stop]`);
    target?.focus({ preventScroll: true });
    clearTimeout(timer.current);
  }, [area, become]);
  const hold = useCallback(() => {
    clearTimeout(timer.current);
    clearTimeout(leaveTimer.current);
  }, []);
  const leave = useCallback(() => {
    if (now.current?.by !== 'pointer') return;
    clearTimeout(leaveTimer.current);
    leaveTimer.current = setTimeout(close, leaveMs);
  }, [close]);

  useListeners(area, { become, close, giveBack, hold, leave, latest, now, timer, card, keyAt });
  const choosing = chosen.size > 0;
  useEffect(() => {
    if (choosing && now.current?.by === 'pointer') close();
  }, [choosing, close]);
  return { shown, card, close, giveBack, hold, leave };
}

/** Listens on the board while it is shown; what they do and look at stays the same for as long. */
function useListeners(area: RefObject<HTMLElement>, controls: CardControls): void {
  const { hold } = controls;
  const same = useRef(controls).current;
  useEffect(() => {
    const root = area.current;
    if (!root) return;
    const left = new AbortController();
    const { signal } = left;
    const onWindow = { signal, capture: true };
    let pointer = 'mouse';
    window.addEventListener('pointerdown', (event) => (pointer = event.pointerType), onWindow);
    window.addEventListener('keydown', (event) => noteKey(event, same.keyAt), onWindow);
    root.addEventListener('click', (event) => onPress(event, pointer, same), onWindow);
    // What brings a card is fetched behind what draws the board, as the card is.
    void import('./listen.ts').then(
      ({ listen }) => signal.aborted || listen(root, signal, same),
      () => {},
    );
    return () => {
      hold();
      left.abort();
    };
  }, [area, same, hold]);
}

function noteKey({ key, shiftKey, altKey }: KeyboardEvent, keyAt: MutableRefObject<number>): void {
  // With Shift or Alt an arrow moves the visit itself.
  const moves = key !== 'Tab' && (shiftKey || altKey);
  if (focusKeys.has(key) && !moves) keyAt.current = performance.now();
}

function onPress(event: MouseEvent, pointer: string, { become, close, latest }: CardControls): void {
  const chip = chipOf(event);
  if (!chip) return;
  // One more is chosen, or it is another tab or window: the browser's own.
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
    close();
    return;
  }
  event.preventDefault();
  const byMouse = pointer === 'mouse' || event.detail === 0;
  const visitId = Number(chip.dataset.visitId);
  if (byMouse) {
    close();
    latest.current!.open(visitId);
    return;
  }
  // A finger has no hover: the first tap shows what is known, the card leads on.
  become({ visitId, chip, by: 'touch' });
}
