import { type MutableRefObject, type RefObject, useEffect, useRef, useState } from 'react';

export type Tool = 'box' | 'lasso';
type Pixel = [number, number];
type Drawing = { tool: Tool | null; done: (outline: Pixel[], adds: boolean) => void };

/**
 * Drawing an outline over the map: with a tool that is on, or a box with Shift.
 * @param done the finished outline, in pixels of the area, and whether it adds to what is selected
 * @returns the outline as far as it is drawn; empty: none is
 */
export function useOutline(
  area: RefObject<HTMLElement>,
  tool: Tool | null,
  done: (outline: Pixel[], adds: boolean) => void,
): Pixel[] {
  const [outline, setOutline] = useState<Pixel[]>([]);
  const now = useRef<Drawing>({ tool, done });
  now.current = { tool, done };
  useEffect(() => {
    const root = area.current;
    if (!root) return;
    return drawOn(root, now, setOutline);
  }, [area]);
  return outline;
}

/** Follows the pointer from where it is pressed to where it is let go; what is returned ends it. */
function drawOn(
  root: HTMLElement,
  now: MutableRefObject<Drawing>,
  setOutline: (outline: Pixel[]) => void,
): () => void {
  let drawn: Pixel[] = [];
  let drawing: Tool | null = null;
  const at = (event: PointerEvent): Pixel => {
    const { left, top } = root.getBoundingClientRect();
    return [event.clientX - left, event.clientY - top];
  };
  const become = (next: Pixel[]) => {
    drawn = next;
    setOutline(next);
  };
  const onDown = (event: PointerEvent) => {
    const chosen = now.current.tool ?? (event.shiftKey ? 'box' : null);
    if (!chosen || event.button !== 0) return;
    event.preventDefault();
    event.stopPropagation();
    drawing = chosen;
    root.setPointerCapture(event.pointerId);
    become([at(event)]);
  };
  const onMove = (event: PointerEvent) => {
    if (!drawing || !drawn[0]) return;
    const [x, y] = at(event);
    const [fromX, fromY] = drawn[0];
    become(drawing === 'lasso' ? [...drawn, [x, y]] : [drawn[0], [x, fromY], [x, y], [fromX, y]]);
  };
  const onUp = (event: PointerEvent) => {
    if (!drawing) return;
    drawing = null;
    if (drawn.length > 2) now.current.done(drawn, event.ctrlKey || event.metaKey);
    become([]);
  };
  const onCancel = () => {
    drawing = null;
    become([]);
  };
  // MapLibre listens to the mouse and to touches, which would move the map under the outline.
  const onMouse = (event: Event) => {
    if (drawing) event.stopPropagation();
  };
  const others = ['mousedown', 'touchstart'] as const;
  root.addEventListener('pointerdown', onDown, true);
  root.addEventListener('pointermove', onMove, true);
  root.addEventListener('pointerup', onUp, true);
  root.addEventListener('pointercancel', onCancel, true);
  for (const name of others) root.addEventListener(name, onMouse, true);
  return () => {
    root.removeEventListener('pointerdown', onDown, true);
    root.removeEventListener('pointermove', onMove, true);
    root.removeEventListener('pointerup', onUp, true);
    root.removeEventListener('pointercancel', onCancel, true);
    for (const name of others) root.removeEventListener(name, onMouse, true);
  };
}
