/** libheif by emscripten, as far as we use it. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  type Picture = {
    get_width(): number;
    get_height(): number;
    is_primary(): number;
    display(into: ImageData, done: (image: ImageData | null) => void): void;
  };
  const open: () => Promise<{ HeifDecoder: new () => { decode(file: Uint8Array): Picture[] } }>;
  export default open;
}
