import { useComputedColorScheme } from '@mantine/core';
import type { StyleSpecification } from 'maplibre-gl';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLazyPart } from '../../ui/parts/use-lazy-part.ts';
import type { MapCanvasProps } from './map-canvas.tsx';
import type { useMapPlaces } from './use-map-places.ts';

type Ground = ReturnType<typeof useMapPlaces>['ground'];

const loadCanvas = () => import('./map-canvas.tsx').then(({ MapCanvas }) => MapCanvas);

/** What the map is drawn with: the part that draws, once this machine is known to be able to, and what lies below the day. */
export function useDrawing(ground: Ground) {
  const canDraw = useCanDraw();
  const [lost, setLost] = useState(false);
  const { Part: Canvas } = useLazyPart<MapCanvasProps>(canDraw === true, loadCanvas, () => setLost(true));
  const { style, missing, onFailure } = useBaseStyle(canDraw ? ground : null);
  const zoneNames = useMemo(
    () => (missing || ground?.base.kind === 'plain' ? namesAt(ground) : none),
    [ground, missing],
  );
  return { canDraw, lost, Canvas, style, missing, onFailure, zoneNames };
}

/** Whether this machine can draw it; null: not known before the page runs. */
function useCanDraw(): boolean | null {
  const [can, setCan] = useState<boolean | null>(null);
  useEffect(() => {
    const canvas = document.createElement('canvas');
    setCan(Boolean(canvas.getContext('webgl2') ?? canvas.getContext('webgl')));
  }, []);
  return can;
}

/** The installation's style in the user's scheme; the plain one where its server fails, and that it does. */
function useBaseStyle(ground: Ground) {
  const scheme = useComputedColorScheme('light');
  const [style, setStyle] = useState<StyleSpecification | null>(null);
  const [missing, setMissing] = useState(false);
  useEffect(() => {
    if (!ground) return;
    const asking = new AbortController();
    const timer = setTimeout(() => asking.abort(), 8_000);
    let left = false;
    void import('./base-style.ts').then(async ({ baseStyle, plainStyle }) => {
      const plain = () => plainStyle(ground, scheme);
      const next = missing
        ? plain()
        : await baseStyle(ground, scheme, asking.signal).catch(() => {
            // The screen says so.
            if (!left) setMissing(true);
            return plain();
          });
      if (!left) setStyle(next);
    });
    return () => {
      left = true;
      clearTimeout(timer);
      asking.abort();
    };
  }, [ground, scheme, missing]);
  const plain = ground?.base.kind === 'plain';
  const onFailure = useCallback(() => {
    if (!plain) setMissing(true);
  }, [plain]);
  return { style, missing, onFailure };
}

const none: MapCanvasProps['zones'] = [];

/** A zone's name stands in the middle of its nodes. */
function namesAt(
  ground: { zones: { name: string; nodes: [number, number][] }[] } | null,
): MapCanvasProps['zones'] {
  return (ground?.zones ?? []).map(({ name, nodes }) => {
    const mean = (part: 0 | 1) => nodes.reduce((sum, node) => sum + node[part], 0) / nodes.length;
    return { name, at: [mean(0), mean(1)] };
  });
}

/** By whom the tiles are, as text. */
export const attributionOf = (style: StyleSpecification | null): string =>
  Object.values(style?.sources ?? {})
    .flatMap((source) => ('attribution' in source && source.attribution ? source.attribution : []))
    .map((text) => text.replace(/<[^>]*>/g, ''))
    .join(' · ');
