import { useEffect } from 'react';
import { followColorScheme, schemeAttribute, schemeKey } from './follow-color-scheme.ts';

type Scheme = 'light' | 'dark';

/** What is shown follows the system's choice (`follow-color-scheme.ts`). */
export function useColorScheme(): void {
  useEffect(followColorScheme, []);
}

/** From what is shown now, the system's choice included, to the other; remembered. */
export function toggleColorScheme(): void {
  const isDark = document.documentElement.getAttribute(schemeAttribute) === 'dark';
  const scheme: Scheme = isDark ? 'light' : 'dark';
  document.documentElement.setAttribute(schemeAttribute, scheme);
  try {
    localStorage.setItem(schemeKey, scheme);
  } catch {
    // Private windows may refuse: it holds until the page is left.
  }
  // Mantine, where it is on the page, follows it as another tab's choice.
  window.dispatchEvent(
    new StorageEvent('storage', { key: schemeKey, newValue: scheme, storageArea: window.localStorage }),
  );
}
