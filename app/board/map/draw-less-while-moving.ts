import type { Map as MapLibreMap } from 'maplibre-gl';

/** Of each side's pixels while the map moves. */
const share = 0.5;

/**
 * Without a graphics card the processor draws each pixel and copies it to the screen, which takes longer than all that is
 * on the map: while it moves there are a quarter of them, and all again once it rests.
 */
export function drawLessWhileMoving(map: MapLibreMap): void {
  if (!isDrawnByProcessor(map)) return;
  const draw = (ratio: number) => {
    if (map.getPixelRatio() === ratio) return;
    // Not by `setPixelRatio`, which ends the gesture that moves the map.
    map._overridePixelRatio = ratio;
    map._resizeInternal();
    map.triggerRepaint();
  };
  map.on('movestart', () => draw(window.devicePixelRatio * share));
  map.on('moveend', () => draw(window.devicePixelRatio));
}

function isDrawnByProcessor(map: MapLibreMap): boolean {
  const pen = map.getCanvas().getContext('webgl2');
  const about = pen?.getExtension('WEBGL_debug_renderer_info');
  const name = about && String(pen!.getParameter(about.UNMASKED_RENDERER_WEBGL));
  return !!name && /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}
