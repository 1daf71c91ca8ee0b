import { type MutableRefObject, type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** A pointer that passes over a chip on its way, or a key held down through many, shows nothing. */
const openMs = 300;
/** Once a card is shown, its neighbours' come sooner. */
const nextMs = 120;
/** The way from the chip into the card. */
const leaveMs = 220;
/** Focus that comes so soon after a key came by it. */
const keyMs = 600;

export type ShownCard = {
  visitId: number;
  chip: HTMLElement;
  /** By a finger it is a sheet that stays until it is closed. */
  by: 'pointer' | 'focus' | 'touch';
};

const chipOf = (event: Event): HTMLElement | null =>
  (event.target as Element).closest<HTMLElement>('[data-visit-id][data-stop]');

/**
 * Which visit's card is shown: one for the whole board, at the chip that is pointed at, in focus or tapped.
 * @param open a visit was pressed
 */
export function useCard(area: RefObject<HTMLElement>, open: (visitId: number) => void) {
  const [shown, setShown] = useState<ShownCard | null>(null);
  const now = useRef<ShownCard | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const card = useRef<HTMLElement>(null);
  const pressed = useRef(open);
  pressed.current = open;

  const become = useCallback((next: ShownCard | null) => {
    clearTimeout(timer.current);
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
  const hold = useCallback(() => clearTimeout(timer.current), []);
  const leave = useCallback(() => {
    if (now.current?.by !== 'pointer') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(close, leaveMs);
  }, [close]);

  useEffect(() => {
    const root = area.current;
    if (!root) return;
    const controls = { become, close, giveBack, leave, open: (visitId: number) => pressed.current(visitId) };
    const left = new AbortController();
    listen(root, left.signal, { ...controls, now, timer, card });
    return () => {
      clearTimeout(timer.current);
      left.abort();
    };
  }, [area, become, close, giveBack, leave]);
  return { shown, card, close, giveBack, hold, leave };
}

/** What the listeners look at, and what they do. */
type CardControls = {
  now: RefObject<ShownCard | null>;
  timer: MutableRefObject<ReturnType<typeof setTimeout> | undefined>;
  card: RefObject<HTMLElement>;
  become(next: ShownCard | null): void;
  close(): void;
  giveBack(): void;
  leave(): void;
  open(visitId: number): void;
};

/** Listens on the board and the window until the signal is aborted. */
function listen(root: HTMLElement, signal: AbortSignal, controls: CardControls): void {
  const { now, timer, card, become, close, leave } = controls;
  let pointer = 'mouse';
  let keyAt = Number.NEGATIVE_INFINITY;
  const later = (chip: HTMLElement, by: ShownCard['by']) => {
    clearTimeout(timer.current);
    const next = { visitId: Number(chip.dataset.visitId), chip, by };
    if (now.current?.chip === chip) return;
    timer.current = setTimeout(() => chip.isConnected && become(next), now.current ? nextMs : openMs);
  };
  const { onRoot, onWindow } = listenersOn(root, signal);
  const drag = followDrag(onWindow, () => {
    clearTimeout(timer.current);
    // Later: a page that changes while `dragstart` is answered loses the drag.
    setTimeout(() => now.current && close());
  });

  onRoot('pointerover', (event) => {
    const chip = chipOf(event);
    if (drag.isUnderWay) return;
    if (chip && event.pointerType === 'mouse' && now.current?.by !== 'touch') later(chip, 'pointer');
  });
  onRoot('pointerout', (event) => {
    if (!chipOf(event) || event.pointerType !== 'mouse') return;
    clearTimeout(timer.current);
    leave();
  });
  onRoot('focusin', (event) => {
    const chip = chipOf(event);
    if (chip && performance.now() - keyAt < keyMs) later(chip, 'focus');
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
    if (now.current && !card.current?.contains(target) && !chip) close();
  });
  onWindow('keydown', (event) => {
    keyAt = performance.now();
    onKey(event, controls);
  });
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

function onPress(event: MouseEvent, pointer: string, { become, close, open }: CardControls): void {
  const chip = chipOf(event);
  if (!chip) return;
  // Another tab, another window: the browser's own.
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const byMouse = pointer === 'mouse' || event.detail === 0;
  const visitId = Number(chip.dataset.visitId);
  if (byMouse) {
    close();
    open(visitId);
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
