import { useEffect } from 'react';

/** Where Mantine keeps the user's choice on the device. */
const key = 'mantine-color-scheme-value';
const attribute = 'data-mantine-color-scheme';

type Scheme = 'light' | 'dark';

const chosen = (): string | null => {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
};

/** What is shown is the system's choice as long as the user has made none, also when the system's changes. */
export function useColorScheme(): void {
  useEffect(() => {
    const system = window.matchMedia('(prefers-color-scheme: dark)');
    const follow = () => {
      const choice = chosen();
      if (choice === 'light' || choice === 'dark') return;
      document.documentElement.setAttribute(attribute, system.matches ? 'dark' : 'light');
    };
    system.addEventListener('change', follow);
    return () => system.removeEventListener('change', follow);
  }, []);
}

/** From what is shown now, the system's choice included, to the other; remembered. */
export function toggleColorScheme(): void {
  const isDark = document.documentElement.getAttribute(attribute) === 'dark';
  const scheme: Scheme = isDark ? 'light' : 'dark';
  document.documentElement.setAttribute(attribute, scheme);
  try {
    localStorage.setItem(key, scheme);
  } catch {
    // Private windows may refuse: it holds until the page is left.
  }
  // Mantine, where it is on the page, follows it as another tab's choice.
  window.dispatchEvent(
    new StorageEvent('storage', { key, newValue: scheme, storageArea: window.localStorage }),
  );
}
