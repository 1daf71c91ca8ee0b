import { type MutableRefObject, useEffect, useRef } from 'react';
import SignaturePad, { type PointGroup } from 'signature_pad';
import { fitStrokes, type Size, scaleInto } from './signature-fit.ts';

type Signed = {
  /** What was signed before this form was opened. */
  first: string | null;
  /** The strokes since, and the field's size when the last was drawn: a phone that is turned shows them whole. */
  strokes: PointGroup[];
  size: Size;
};

/**
 * A canvas that is signed with a finger, and how it is cleared.
 * @param value what was signed before
 * @param change the picture after each stroke; null: cleared
 */
export function useSignaturePad(value: string | null, change: (signature: string | null) => void) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const pad = useRef<SignaturePad | null>(null);
  const signed = useRef<Signed>({ first: value, strokes: [], size: { width: 1, height: 1 } });
  const changed = useRef(change);
  changed.current = change;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const drawing = new SignaturePad(element, { backgroundColor: '#ffffff', penColor: '#0e1318' });
    pad.current = drawing;
    return draw(element, drawing, signed, (picture) => changed.current(picture));
  }, []);

  const clear = () => {
    signed.current = { ...signed.current, first: null, strokes: [] };
    pad.current?.clear();
    change(null);
  };
  return { canvas, clear };
}

/** Draws what is signed, anew when the field's size changes; what is returned ends it. */
function draw(
  element: HTMLCanvasElement,
  drawing: SignaturePad,
  signed: MutableRefObject<Signed>,
  change: (picture: string) => void,
): () => void {
  const ratio = Math.min(window.devicePixelRatio || 1, 2);
  const sizeNow = () => ({ width: element.offsetWidth, height: element.offsetHeight });
  const image = new Image();
  // The canvas has as many pixels as it shows: strokes follow the finger on every screen.
  const drawAnew = () => {
    const size = sizeNow();
    element.width = size.width * ratio;
    element.height = size.height * ratio;
    const pen = element.getContext('2d');
    pen?.scale(ratio, ratio);
    drawing.clear();
    const { first, strokes, size: drawn } = signed.current;
    if (first && image.width > 0) {
      const whole = { width: image.width / ratio, height: image.height / ratio };
      const scale = scaleInto(whole, size);
      pen?.drawImage(image, 0, 0, whole.width * scale, whole.height * scale);
    }
    drawing.fromData(fitStrokes(strokes, drawn, size), { clear: false });
  };
  signed.current = { ...signed.current, strokes: [], size: sizeNow() };
  drawAnew();
  image.onload = drawAnew;
  if (signed.current.first) image.src = signed.current.first;
  drawing.addEventListener('endStroke', () => {
    signed.current = { ...signed.current, strokes: drawing.toData(), size: sizeNow() };
    change(drawing.toDataURL('image/png'));
  });
  const observer = new ResizeObserver(drawAnew);
  observer.observe(element);
  return () => {
    image.onload = null;
    observer.disconnect();
    drawing.off();
  };
}
