/// <reference lib="webworker" />
import openDecoder from 'libheif-js/libheif-wasm/libheif-bundle.mjs';

/**
 * A worker of its own: decoding takes seconds, and its WebAssembly needs a permission that no page of ours has; what a
 * worker may run is said by its own file's headers.
 */
export type HeicAnswer = { image: ImageData } | { image: null };

/** No phone takes larger ones, and a file that claims more is none of a camera. */
const mostPoints = 64_000_000;

const scope = self as unknown as DedicatedWorkerGlobalScope;
scope.onmessage = async ({ data }: MessageEvent<Blob>) => {
  const image = await decode(data).catch(() => null);
  scope.postMessage({ image } satisfies HeicAnswer, image ? [image.data.buffer] : []);
};

/** The file's main picture, upright. */
async function decode(file: Blob): Promise<ImageData | null> {
  const decoder = new (await openDecoder()).HeifDecoder();
  const pictures = decoder.decode(new Uint8Array(await file.arrayBuffer()));
  const main = pictures.find((picture) => picture.is_primary()) ?? pictures[0];
  if (!main) return null;
  const [width, height] = [main.get_width(), main.get_height()];
  if (width * height > mostPoints) return null;
  return new Promise((done) => main.display(new ImageData(width, height), done));
}
