declare module 'maplibre-gl/dist/maplibre-gl-csp.js' {
  import * as maplibre from 'maplibre-gl';

  export default maplibre;
}
declare module 'maplibre-gl/dist/maplibre-gl-csp-worker.js?url' {
  const url: string;
  export default url;
}
