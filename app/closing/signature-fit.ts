import type { PointGroup } from 'signature_pad';

export type Size = { width: number; height: number };

/** By how much a drawing of this size is made smaller to stand whole in that one; never larger. */
export const scaleInto = (drawn: Size, shown: Size): number =>
  Math.min(1, shown.width / drawn.width, shown.height / drawn.height);

/** The strokes of a field of one size in a field of another: whole, and in their own proportions. */
export function fitStrokes(strokes: readonly PointGroup[], drawn: Size, shown: Size): PointGroup[] {
  const scale = scaleInto(drawn, shown);
  return strokes.map((stroke) => ({
    ...stroke,
    points: stroke.points.map((point) => ({ ...point, x: point.x * scale, y: point.y * scale })),
  }));
}
