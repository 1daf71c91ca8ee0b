import { useEffect, useState } from 'react';
import plain from '../../ui/plain/plain.module.css';
import { filterWords as words } from '../../words/board/filter-words.ts';
import { useAddress } from '../use-address.ts';
import styles from './filters.module.css';

/** As it is typed; in the address once a pause says that it is meant. */
export function VisitSearch({ label, value }: { label: string; value: string }) {
  const { set } = useAddress();
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  useEffect(() => {
    if (typed.trim() === value) return;
    const timer = setTimeout(() => set({ buscar: typed.trim() || null }), 200);
    return () => clearTimeout(timer);
  }, [typed, value, set]);
  return (
    <input
      type="search"
      className={`${plain.input} ${styles.search}`}
      aria-label={label}
      placeholder={words.searchHint}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
