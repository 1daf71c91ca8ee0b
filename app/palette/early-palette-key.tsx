import { useContext } from 'react';
import { NonceContext } from '../ui/mantine/nonce.ts';

declare global {
  interface Window {
    /** Stops listening for the early key; true if it was pressed. */
    takeEarlyPaletteKey?: () => boolean;
  }
}

const listen = `(() => {
  let pressed = false;
  const onKey = (event) => {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    pressed = true;
  };
  window.addEventListener('keydown', onKey);
  window.takeEarlyPaletteKey = () => {
    window.removeEventListener('keydown', onKey);
    delete window.takeEarlyPaletteKey;
    return pressed;
  };
})()`;

/** Keeps a Ctrl+K (Cmd+K) pressed on a page that is seen but whose scripts have not arrived, where the browser would move to its address bar. */
export function EarlyPaletteKey() {
  const nonce = useContext(NonceContext);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of this file; as a child its quotes would be escaped.
  return <script nonce={nonce} dangerouslySetInnerHTML={{ __html: listen }} suppressHydrationWarning />;
}
