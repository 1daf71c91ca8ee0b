/** Viénot's projections for dichromats, on linear RGB. */
export const blindness: Record<string, number[][]> = {
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const linear = (hex: string) =>
  [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
const seenBy = (rgb: number[], matrix: number[][]) =>
  matrix.map((row) =>
    Math.min(
      1,
      Math.max(
        0,
        row.reduce((sum, weight, i) => sum + weight * rgb[i]!, 0),
      ),
    ),
  );
const lab = ([r, g, b]: number[]) => {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r! + 0.3576 * g! + 0.1805 * b!) / 0.95047);
  const y = f(0.2126 * r! + 0.7152 * g! + 0.0722 * b!);
  const z = f((0.0193 * r! + 0.1192 * g! + 0.9505 * b!) / 1.08883);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
};
const distance = (a: number[], b: number[]) => Math.hypot(...a.map((value, i) => value - b[i]!));

/** How far apart each two of these colours (#rrggbb, by name) look to such eyes: CIE76, where 2 is just noticeable. */
export function distancesSeen(kind: string, palette: Record<string, string>) {
  const colours = Object.entries(palette).map(([name, hex]) => ({
    name,
    lab: lab(seenBy(linear(hex), blindness[kind]!)),
  }));
  return colours.flatMap((a, i) =>
    colours
      .slice(i + 1)
      .map((b) => ({ pair: `${a.name}~${b.name}`, apart: Math.round(distance(a.lab, b.lab)) })),
  );
}
