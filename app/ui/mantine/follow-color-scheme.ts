/** Where Mantine keeps the user's choice on the device. */
export const schemeKey = 'mantine-color-scheme-value';
export const schemeAttribute = 'data-mantine-color-scheme';

const chosen = (): string | null => {
  try {
    return localStorage.getItem(schemeKey);
  } catch {
    return null;
  }
};

/**
 * What is shown is the system's choice as long as the user has made none, also when the system's changes.
 *
 * @returns ends it
 */
export function followColorScheme(): () => void {
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    const choice = chosen();
    if (choice === 'light' || choice === 'dark') return;
    document.documentElement.setAttribute(schemeAttribute, system.matches ? 'dark' : 'light');
  };
  system.addEventListener('change', follow);
  return () => system.removeEventListener('change', follow);
}
