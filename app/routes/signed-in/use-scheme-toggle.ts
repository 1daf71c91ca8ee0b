import { useMantineColorScheme } from '@mantine/core';

/** From whatever is shown now, the system's choice included, to the other; remembered. */
export function useSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: false });
  return () => {
    const isDark = document.documentElement.getAttribute('data-mantine-color-scheme') === 'dark';
    setColorScheme(isDark ? 'light' : 'dark');
  };
}
