import { type CardControls, chipAt, chipOf, type ShownCard } from './card-controls.ts';

/** So long a pointer rests on a chip until its card is shown; one on its way, or a key held down through many, shows nothing. */
const openMs = 300;
/** Once a card is shown, the keyboard's next comes sooner. */
const nextMs = 120;
/** Focus that comes so soon after a key that moves it came by it. */
const keyMs = 600;
/** What comes under the pointer so soon after it moved is pointed at; later the board moved, and not the pointer. */
const moveMs = 100;

/** Listens on the board and the window for what brings a card and what ends it, until the signal is aborted. */
export function listen(root: HTMLElement, signal: AbortSignal, controls: CardControls): void {
  const { latest, now, timer, card, keyAt, become, close } = controls;
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

  const arrive = (chip: HTMLElement | null) => {
    // A press gives the focus too, and so does what was created or moved: none of them asks for a card.
    if (!chip?.matches(':focus-visible') || performance.now() - keyAt.current > keyMs) return;
    const { chosen } = latest.current!;
    if (chosen.size === 0 || chosen.has(Number(chip.dataset.visitId))) later(chip, 'focus');
  };
  onRoot('focusin', (event) => arrive(chipOf(event)));
  // A key that came before this was here.
  if (root.contains(document.activeElement)) arrive(chipAt(document.activeElement!));
  onRoot('focusout', (event) => {
    const to = event.relatedTarget as Node | null;
    if (card.current?.contains(to)) return;
    if (now.current?.by === 'focus') close();
    else if (!now.current) clearTimeout(timer.current);
  });
  onRoot(
    'scroll',
    (event) => {
      if (now.current?.by === 'pointer' && !card.current?.contains(event.target as Node)) close();
    },
    true,
  );
  onWindow('pointerdown', (event) => {
    const target = event.target as Element;
    const chip = root.contains(target) && chipOf(event);
    clearTimeout(timer.current);
    // By a mouse a press on a visit leads on, or begins to drag it: its card would lie over the targets.
    const leads = chip && event.pointerType === 'mouse';
    if (now.current && !card.current?.contains(target) && (!chip || leads)) close();
  });
  onWindow('keydown', (event) => onKey(event, controls));
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
