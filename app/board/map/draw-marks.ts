import { figureOf, type Mark, orderColour, outlines, signs } from './map-shapes.ts';

/** Pixels of the picture for one on the screen. */
export const pixelRatio = 2;

const sizeOf = ({ selected }: Pick<Mark, 'selected'>) => (selected ? 34 : 26);

/** A mark as a picture for the map's sprite, with a light edge so that it stands out on any ground. */
export function drawMark(mark: Mark): ImageData {
  const size = sizeOf(mark) * pixelRatio;
  const pen = penOf(size);
  const scale = (24 / 28) * ((26 * pixelRatio) / 24);
  if (mark.selected) {
    pen.beginPath();
    pen.arc(size / 2, size / 2, size / 2 - 1, 0, 2 * Math.PI);
    pen.fillStyle = '#ffb300';
    pen.fill();
    pen.strokeStyle = '#000';
    pen.lineWidth = 2;
    pen.stroke();
  }
  pen.translate(size / 2 - 12 * scale, size / 2 - 12 * scale);
  pen.scale(scale, scale);
  const outline = new Path2D(outlines[mark.kind]);
  const hollow = mark.kind === 'pending' || mark.approximate;
  pen.lineJoin = 'round';
  pen.strokeStyle = '#fff';
  pen.lineWidth = 4;
  pen.stroke(outline);
  pen.fillStyle = hollow ? '#fff' : mark.colour;
  pen.fill(outline);
  pen.strokeStyle = mark.colour;
  pen.lineWidth = 2;
  if (mark.approximate) pen.setLineDash([3, 2]);
  pen.stroke(outline);
  pen.setLineDash([]);
  const ink = hollow ? mark.colour : '#fff';
  const figure = figureOf(mark);
  if (figure) {
    pen.fillStyle = ink;
    pen.font = '700 11px system-ui, sans-serif';
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.fillText(figure, 12, mark.kind === 'onTheWay' ? 15.5 : 12.5);
  } else {
    pen.strokeStyle = ink;
    pen.lineWidth = 2.4;
    pen.lineCap = 'round';
    pen.stroke(new Path2D(signs[mark.kind]));
  }
  return pen.getImageData(0, 0, size, size);
}

/** A cluster: how many, larger where there are more, with an edge of warning where one of them is late. */
export function drawCluster(count: number, { late, orders }: { late: boolean; orders: boolean }): ImageData {
  const size = (count < 10 ? 32 : count < 100 ? 38 : 46) * pixelRatio;
  const pen = penOf(size);
  const [middle, reach] = [size / 2, size / 2 - 5];
  pen.beginPath();
  if (orders) {
    pen.moveTo(middle, middle - reach);
    for (const [x, y] of [
      [1, 0],
      [0, 1],
      [-1, 0],
    ] as const)
      pen.lineTo(middle + x * reach, middle + y * reach);
    pen.closePath();
  } else pen.arc(middle, middle, reach, 0, 2 * Math.PI);
  pen.fillStyle = orders ? orderColour : '#26323f';
  pen.fill();
  pen.lineWidth = late ? 8 : 4;
  pen.strokeStyle = late ? '#d81b60' : '#fff';
  pen.stroke();
  pen.fillStyle = '#fff';
  pen.font = `700 ${13 * pixelRatio}px system-ui, sans-serif`;
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText(String(count), size / 2, size / 2 + 1);
  return pen.getImageData(0, 0, size, size);
}

function penOf(size: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  // Kept by the processor: reading one back from a graphics card takes longer than drawing it.
  return canvas.getContext('2d', { willReadFrequently: true })!;
}
