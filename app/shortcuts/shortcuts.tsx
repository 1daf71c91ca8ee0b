import { createContext, useContext, useEffect, useMemo, useRef, useState } from 'react';
import { newKey, sendCommand } from '../data/send-command.ts';

type Shortcuts = {
  /** Whether shortcuts of one character act at all (ux.md U19, WCAG 2.1.4). */
  singleKeys: boolean;
  setSingleKeys(on: boolean): void;
};

const Context = createContext<Shortcuts | null>(null);

/** The user's choice, remembered on every device. */
export function ShortcutsProvider(props: { singleKeys: boolean; children: React.ReactNode }) {
  const [singleKeys, setSingleKeys] = useState(props.singleKeys);
  const value = useMemo(
    () => ({
      singleKeys,
      setSingleKeys: (on: boolean) => {
        setSingleKeys(on);
        void sendCommand('savePreferences', { singleKeys: on }, newKey());
      },
    }),
    [singleKeys],
  );
  return <Context.Provider value={value}>{props.children}</Context.Provider>;
}

export function useShortcuts(): Shortcuts {
  const shortcuts = useContext(Context);
  if (!shortcuts) throw new Error('no shortcuts above this screen');
  return shortcuts;
}

/** Act on a key of one character, except while typing, in a dialog or a menu, or when the user switched them off (ux.md U18). */
export function useSingleKey(key: string, act: () => void, on = true) {
  const { singleKeys } = useShortcuts();
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!singleKeys || !on) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== key || event.ctrlKey || event.metaKey || event.altKey) return;
      if ((event.target as HTMLElement).closest(elsewhere) || document.querySelector(dialog)) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [key, singleKeys, on]);
}

/** A panel beside a board leaves the board in use. */
const dialog = '[role="dialog"]:not([data-beside])';
/** Where a letter is typed, or has its own use; on a choice it has none. */
const elsewhere = `input:not([type="radio"], [type="checkbox"]), textarea, select, [contenteditable], ${dialog}, [role="menu"], [role="listbox"]`;
