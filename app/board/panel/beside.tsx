import { CloseButton } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { orderWords } from '../../words/visit/order-words.ts';
import { useEscape } from '../use-escape.ts';
import styles from './panel.module.css';

/** A dialog that is not modal: the list and the week beside it stay in use, their keys too. */
export function Beside(props: { title: string; close: () => void; children: ReactNode }) {
  const { title, close, children } = props;
  const id = useId();
  const panel = useRef<HTMLElement>(null);
  useEscape(close);
  useFocusLent(panel);
  return (
    <section
      ref={panel}
      role="dialog"
      tabIndex={-1}
      aria-labelledby={id}
      className={styles.panel}
      data-beside
    >
      <header className={styles.head}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        <CloseButton aria-label={orderWords.close} title={orderWords.close} onClick={close} />
      </header>
      <div className={styles.body}>
        <div className={styles.inner}>{children}</div>
      </div>
    </section>
  );
}

/** What the panel was opened from, also where one was opened from another. */
let lender: HTMLElement | null = null;

/** The focus comes to the panel as it opens and goes back to what opened it, or to what stands there now. */
function useFocusLent(panel: React.RefObject<HTMLElement>) {
  useEffect(() => {
    const now = document.activeElement as HTMLElement | null;
    if (now && now !== document.body) lender = now;
    const here = panel.current;
    here?.focus({ preventScroll: true });
    return () => {
      const now = document.activeElement;
      // Elsewhere on the board by now: there it stays.
      if (now !== document.body && !here?.contains(now)) return;
      // Once the list is in its place again, and unless another panel is in this one's.
      requestAnimationFrame(() => document.querySelector('[data-beside="true"]') || giveBack());
    };
  }, [panel]);
}

/** A card of the list and a visit are drawn anew where they change. */
function giveBack() {
  const { order, visitId } = lender?.dataset ?? {};
  const again = order
    ? `[data-order="${CSS.escape(order)}"]`
    : visitId && `[data-visit-id="${CSS.escape(visitId)}"][data-stop]`;
  const back = lender?.isConnected ? lender : again && document.querySelector<HTMLElement>(again);
  if (back) back.focus({ preventScroll: true });
  lender = null;
}
