import { type MutableRefObject, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** So long a pointer rests on a chip until its card is shown; one on its way, or a key held down through many, shows nothing. */
const openMs = 300;
/** Once a card is shown, the keyboard's next comes sooner. */
const nextMs = 120;
/** The way from the chip into the card. */
const leaveMs = 220;
/** Focus that comes so soon after a key that moves it came by it. */
const keyMs = 600;
/** What comes under the pointer so soon after it moved is pointed at; later the board moved, and not the pointer. */
const moveMs = 100;
/** What takes the focus from one visit to another. */
const focusKeys = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'Tab']);

export type ShownCard = {
  visitId: number;
  chip: HTMLElement;
  /** By a finger it is a sheet that stays until it is closed. */
  by: 'pointer' | 'focus' | 'touch';
};

const chipOf = (event: Event): HTMLElement | null =>
  (event.target as Element).closest<HTMLElement>('[data-visit-id][data-stop]');

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

  useEffect(() => {
    const root = area.current;
    if (!root) return;
    const left = new AbortController();
    listen(root, left.signal, { become, close, giveBack, hold, leave, latest, now, timer, card });
    return () => {
      hold();
      left.abort();
    };
  }, [area, become, close, giveBack, hold, leave]);
  const choosing = chosen.size > 0;
  useEffect(() => {
    if (choosing && now.current?.by === 'pointer') close();
  }, [choosing, close]);
  return { shown, card, close, giveBack, hold, leave };
}

/** What the listeners look at, and what they do. */
type CardControls = {
  latest: RefObject<{ open: (visitId: number) => void; chosen: ReadonlySet<number> }>;
  now: RefObject<ShownCard | null>;
  timer: MutableRefObject<ReturnType<typeof setTimeout> | undefined>;
  card: RefObject<HTMLElement>;
  become(next: ShownCard | null): void;
  close(): void;
  giveBack(): void;
  /** The card stays, and no other comes. */
  hold(): void;
  /** The pointer has left chip and card. */
  leave(): void;
};

/** Listens on the board and the window until the signal is aborted. */
function listen(root: HTMLElement, signal: AbortSignal, controls: CardControls): void {
  const { latest, now, timer, card, become, close } = controls;
  let pointer = 'mouse';
  let keyAt = Number.NEGATIVE_INFINITY;
  const later = (chip: HTMLElement, by: ShownCard['by']) => {
    clearTimeout(timer.current);
    const next = { visitId: Number(chip.dataset.visitId), chip, by };
    if (now.current?.visitId === next.visitId) return;
    const wait = by === 'focus' && now.current ? nextMs : openMs;
    timer.current = setTimeout(() => chip.isConnected && become(next), wait);
  };
  const { onRoot, onWindow } = listenersOn(root, signal);
  const drag = followDrag(onWindow, () => {
    clearTimeout(timer.current);
    // Later: a page that changes while `dragstart` is answered loses the drag.
    setTimeout(() => now.current && close());
  });
  followPointer({ onRoot, onWindow }, controls, drag, later);

  onRoot('focusin', (event) => {
    const chip = chipOf(event);
    // A press gives the focus too, and so does what was created or moved: none of them asks for a card.
    if (!chip?.matches(':focus-visible') || performance.now() - keyAt > keyMs) return;
    const { chosen } = latest.current!;
    if (chosen.size === 0 || chosen.has(Number(chip.dataset.visitId))) later(chip, 'focus');
  });
  onRoot('focusout', (event) => {
    const to = event.relatedTarget as Node | null;
    if (card.current?.contains(to)) return;
    if (now.current?.by === 'focus') close();
    else if (!now.current) clearTimeout(timer.current);
  });
  onRoot('click', (event) => onPress(event, pointer, controls), true);
  onRoot(
    'scroll',
    (event) => {
      if (now.current?.by === 'pointer' && !card.current?.contains(event.target as Node)) close();
    },
    true,
  );
  onWindow('pointerdown', (event) => {
    pointer = event.pointerType;
    const target = event.target as Element;
    const chip = root.contains(target) && chipOf(event);
    clearTimeout(timer.current);
    if (now.current && !card.current?.contains(target) && !chip) close();
  });
  onWindow('keydown', (event) => {
    // With Shift or Alt an arrow moves the visit itself.
    const moves = event.key !== 'Tab' && (event.shiftKey || event.altKey);
    if (focusKeys.has(event.key) && !moves) keyAt = performance.now();
    onKey(event, controls);
  });
}

/** What the mouse rests on, and its way from a chip into the card, which may lead over other chips. */
function followPointer(
  { onRoot, onWindow }: ReturnType<typeof listenersOn>,
  { latest, now, timer, card, hold, leave }: CardControls,
  drag: { isUnderWay: boolean },
  later: (chip: HTMLElement, by: ShownCard['by']) => void,
): void {
  let at = { x: -1, y: -1, moved: Number.NEGATIVE_INFINITY };
  let leaving = false;
  const point = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || drag.isUnderWay || now.current?.by === 'touch') return;
    const chip = chipOf(event);
    const isOwn = now.current?.by === 'pointer' && chip === now.current.chip;
    if (isOwn || isBetween(event, now.current, card.current)) {
      leaving = false;
      hold();
    } else if (now.current?.by === 'pointer' && !leaving) {
      leaving = true;
      leave();
    }
    if (!chip || isOwn) return;
    // Held with a press it chooses one more.
    const chooses = event.ctrlKey || event.metaKey || event.shiftKey || latest.current!.chosen.size > 0;
    if (chooses) clearTimeout(timer.current);
    else later(chip, 'pointer');
  };
  // Also beside the board: the card may stand there.
  onWindow('pointermove', (event) => {
    if (event.clientX === at.x && event.clientY === at.y) return;
    at = { x: event.clientX, y: event.clientY, moved: performance.now() };
    if (!card.current?.contains(event.target as Node)) point(event);
    else leaving = false;
  });
  onRoot('pointerover', (event) => {
    if (chipOf(event) && performance.now() - at.moved < moveMs) point(event);
  });
  onRoot('pointerout', (event) => {
    if (!chipOf(event) || event.pointerType !== 'mouse') return;
    if (now.current?.by !== 'pointer') clearTimeout(timer.current);
    // Out of the window, where it does not move any more.
    else if (event.relatedTarget === null) leave();
  });
}

/** Whether the pointer is on its way from a chip to the card that stands below or above its row. */
function isBetween({ clientX, clientY }: PointerEvent, shown: ShownCard | null, card: HTMLElement | null) {
  if (shown?.by !== 'pointer' || !card) return false;
  const chip = shown.chip.getBoundingClientRect();
  const { top, bottom } = card.getBoundingClientRect();
  const [from, to] = top >= chip.bottom ? [chip.top, top] : [bottom, chip.bottom];
  return clientX >= chip.left && clientX <= chip.right && clientY >= from && clientY <= to;
}

/** Adds listeners to the board and the window, until the signal is aborted. */
const listenersOn = (root: HTMLElement, signal: AbortSignal) => ({
  onRoot: <Type extends keyof HTMLElementEventMap>(
    type: Type,
    act: (event: HTMLElementEventMap[Type]) => void,
    capture = false,
  ) => root.addEventListener(type, act, { signal, capture }),
  onWindow: <Type extends keyof WindowEventMap>(type: Type, act: (event: WindowEventMap[Type]) => void) =>
    window.addEventListener(type, act, { signal, capture: true }),
});

/** Whether something is being dragged: a card over its targets would hide them. WebKit goes on to say what the pointer is over. */
function followDrag(onWindow: ReturnType<typeof listenersOn>['onWindow'], begun: () => void) {
  const drag = { isUnderWay: false };
  const end = () => {
    drag.isUnderWay = false;
  };
  onWindow('dragstart', () => {
    drag.isUnderWay = true;
    begun();
  });
  onWindow('drop', end);
  onWindow('dragend', end);
  // A card that its own drop removed ends no drag.
  onWindow('pointerdown', end);
  return drag;
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

/** Escape closes; Tab goes from the chip into its card, and from the card's ends back to the chip. */
function onKey(event: KeyboardEvent, { now, timer, card, close, giveBack }: CardControls): void {
  if (!now.current) return;
  const inCard = card.current?.contains(document.activeElement) ?? false;
  const onChip = document.activeElement === now.current.chip;
  if (event.key === 'Escape' && !document.querySelector('[aria-modal="true"]')) {
    event.preventDefault();
    event.stopPropagation();
    if (inCard) giveBack();
    else close();
  }
  if (event.key !== 'Tab' || !(inCard || onChip)) return;
  const stops = [...(card.current?.querySelectorAll<HTMLElement>('a[href], button') ?? [])];
  if (onChip && !event.shiftKey && stops[0]) {
    event.preventDefault();
    stops[0].focus();
  } else if (inCard && event.shiftKey && document.activeElement === stops[0]) {
    event.preventDefault();
    now.current.chip.focus({ preventScroll: true });
    clearTimeout(timer.current);
    // The browser goes on from the chip by itself.
  } else if (inCard && !event.shiftKey && document.activeElement === stops.at(-1)) giveBack();
}
