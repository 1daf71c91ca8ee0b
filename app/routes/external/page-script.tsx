// The text of `script/index.ts`, bundled (`vite.config.ts`); empty in the browser's build.
import text from 'virtual:customer-page.js';
import { useContext } from 'react';
import { NonceContext } from '../../ui/mantine/nonce.ts';

/** The page's own script, in its document: a customer opens it once, and waits for no second request. */
export function PageScript() {
  const nonce = useContext(NonceContext);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: our own code, without anything of the visit
  return <script nonce={nonce} type="module" dangerouslySetInnerHTML={{ __html: text }} />;
}
