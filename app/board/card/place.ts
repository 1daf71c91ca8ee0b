/** From the edge of the screen, and from the row. */
const margin = 8;
const gap = 4;
/** Lower than this a card says too little: it then stands at its chip, over the row. */
const leastHeight = 160;

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** `room`: as high as the card may be there; what it says beyond that scrolls in it. All in pixels. */
export type CardPlace = { left: number; top: number; room: number };

/**
 * Where a card stands: below the row of its chip, else above it, so that it covers nothing that is beside the chip; where
 * neither has room for all of it, on the side that has more. Whole on the screen.
 * @param row of the table, or the chip itself
 * @param card its natural size
 */
export function placeOf(
  chip: Box,
  row: Box,
  card: { width: number; height: number },
  screen: { width: number; height: number },
): CardPlace {
  const left = Math.max(margin, Math.min(chip.left, screen.width - card.width - margin));
  const besideOf = ({ top, bottom }: Pick<Box, 'top' | 'bottom'>) => {
    const below = screen.height - margin - (bottom + gap);
    const above = top - gap - margin;
    const isBelow = below >= card.height || below >= above;
    return { isBelow, room: isBelow ? below : above, edge: isBelow ? bottom + gap : top - gap };
  };
  const beside = besideOf(row);
  const { isBelow, room, edge } = beside.room >= Math.min(card.height, leastHeight) ? beside : besideOf(chip);
  const top = isBelow ? edge : edge - Math.min(card.height, room);
  return { left, top: Math.max(margin, top), room: Math.max(leastHeight, room) };
}
