import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import styles from './plain.module.css';

type Tab = { value: string; label: ReactNode };

/**
 * Tabs of which one panel is drawn. By keyboard as the ARIA pattern says: one stop of Tab, arrows, Home and End move
 * and select.
 * @param tabs at least one; `value` is one of theirs
 */
export function PlainTabs(props: {
  tabs: readonly Tab[];
  value: string;
  select: (value: string) => void;
  listClassName?: string | undefined;
  children: ReactNode;
}) {
  const { tabs, value, select, listClassName = '', children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(
    tabs.findIndex((tab) => tab.value === value),
    0,
  );
  const onKeyDown = (event: KeyboardEvent) => {
    const last = tabs.length - 1;
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const to = next < 0 ? last : next > last ? 0 : next;
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[to]?.focus();
    select(tabs[to]!.value);
  };
  return (
    <>
      <div ref={list} role="tablist" className={`${styles.tabs} ${listClassName}`} onKeyDown={onKeyDown}>
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            aria-selected={index === at}
            {...(index === at ? { 'aria-controls': `${id}-panel` } : {})}
            tabIndex={index === at ? 0 : -1}
            className={styles.tab}
            onClick={() => select(tab.value)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tabs[at]!.value}`}>
        {children}
      </div>
    </>
  );
}
