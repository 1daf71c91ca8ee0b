import maplibre from 'maplibre-gl/dist/maplibre-gl-csp.js';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-csp-worker.js?url';

// The build without a worker from a blob, which the page's Content-Security-Policy does not allow.
maplibre.setWorkerUrl(workerUrl);

export const { Map: MapLibre, Marker, addProtocol } = maplibre;
