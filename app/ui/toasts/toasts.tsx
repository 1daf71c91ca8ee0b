import { IconX } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { undoWords } from '../../words/shell/shell-words.ts';
import { PlainButton } from '../plain/plain.tsx';
import {
  canUndo,
  hideToast,
  newestOf,
  type Toast,
  toastMs,
  toastStore,
  undoNewest,
  undoToast,
} from './toast.ts';
import styles from './toasts.module.css';

/** The toasts of the page, over everything else. */
export function Toasts() {
  const all = useSyncExternalStore(toastStore.subscribe, toastStore.snapshot, toastStore.serverSnapshot);
  const [paused, setPaused] = useState(false);
  const newest = newestOf(all);
  useUndoKey();
  // The last one may leave from under the pointer.
  const holds = paused && all.length > 0;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a pointer or the focus on a toast holds it, and does nothing else
    <div
      className={styles.toasts}
      // Not on entering: a toast that appears under a resting pointer would stay there over what it covers.
      onPointerMove={() => setPaused(true)}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      {all.map((toast) => (
        <Shown key={toast.id} toast={toast} paused={holds} isNewest={newest.has(toast.id)} />
      ))}
    </div>
  );
}

function Shown({ toast, paused, isNewest }: { toast: Toast; paused: boolean; isNewest: boolean }) {
  const { id, text, role, undo } = toast;
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(() => hideToast(id), toastMs);
    return () => clearTimeout(timer);
  }, [paused, id]);
  // Behind a newer one it waits out its time, for Ctrl+Z.
  if (!isNewest) return null;
  return (
    <div role={role} className={styles.toast} data-undo={undo ? true : undefined}>
      <span className={styles.text} title={text}>
        {text}
      </span>
      {undo && (
        <PlainButton look="light" size="small" onClick={() => undoToast(toast)}>
          {undoWords.press}
        </PlainButton>
      )}
      <button
        type="button"
        className={styles.close}
        aria-label={undoWords.close}
        onClick={() => hideToast(id)}
      >
        <IconX size={16} aria-hidden />
      </button>
    </div>
  );
}

/** Ctrl+Z takes back the newest change that is offered or under way; in a field it undoes the typing. */
function useUndoKey() {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      if (event.defaultPrevented || isTyping(event.target) || !canUndo()) return;
      event.preventDefault();
      undoNewest();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input:not([type="checkbox"]), textarea, select') !== null;
