import { useLocalStorage } from '@mantine/hooks';
import { useEffect } from 'react';

export type Density = 'comfortable' | 'compact';

/** How tall the rows of boards and lists are: this device's choice, remembered. */
export function useDensity() {
  const [density, setDensity] = useLocalStorage<Density>({
    key: 'agenda.densidad',
    defaultValue: 'comfortable',
  });
  useEffect(() => {
    document.documentElement.dataset.density = density;
  }, [density]);
  return { density, toggle: () => setDensity(density === 'compact' ? 'comfortable' : 'compact') };
}
