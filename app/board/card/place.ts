/** From the edge of the screen, and from the chip. */
const margin = 8;
const gap = 4;

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** Where a card stands beside its chip: on the right, else on the left, else below or above, whole on the screen. */
export function placeOf(
  chip: Box,
  card: { width: number; height: number },
  screen: { width: number; height: number },
): { left: number; top: number } {
  const within = (value: number, size: number, room: number) =>
    Math.max(margin, Math.min(value, room - size - margin));
  const right = chip.right + gap;
  const left = chip.left - gap - card.width;
  const top = within(chip.top - margin, card.height, screen.height);
  if (right + card.width + margin <= screen.width) return { left: right, top };
  if (left >= margin) return { left, top };
  const below = chip.bottom + gap;
  const fits = below + card.height + margin <= screen.height;
  return {
    left: within(chip.left, card.width, screen.width),
    top: fits ? below : Math.max(margin, chip.top - gap - card.height),
  };
}
