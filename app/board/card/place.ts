/** From the edge of the screen, and from the row. */
const margin = 8;
const gap = 4;
/** Lower than this a card says too little: it then stands at its chip, over the row. */
const leastHeight = 160;

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/**
 * In pixels, from the left and from the top, or above its row from the foot of the screen: there it grows upwards, and its
 * buttons stay where they are. `room`: as high as it may be; what it says beyond that scrolls in it.
 */
export type CardPlace = { left: number; room: number } & ({ top: number } | { bottom: number });

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
    return below >= card.height || below >= above
      ? { room: below, at: { top: bottom + gap } }
      : { room: above, at: { bottom: screen.height - top + gap } };
  };
  const beside = besideOf(row);
  const { room, at } = beside.room >= Math.min(card.height, leastHeight) ? beside : besideOf(chip);
  return { left, ...at, room: Math.max(leastHeight, room) };
}
