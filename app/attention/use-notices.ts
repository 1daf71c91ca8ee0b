import { useEffect, useRef, useState } from 'react';
import { attentionWords as words } from '../words/board/attention-words.ts';
import type { AttentionState, Item } from './attention-list.ts';
import { playSound } from './play-sound.ts';

type Kept = { desktop: boolean; sound: boolean };
const keptAs = 'attention.notices';
const none: Kept = { desktop: false, sound: false };

/** What comes within these milliseconds is one notice. */
const burstMs = 2_000;
/** The tabs of a browser give one notice between them. */
const oneTabMs = 3_000;

export type Notices = Kept & {
  /** The last burst in words, for screen readers; empty: none yet. */
  announced: string;
  /** The browser refuses notices of this site. */
  refused: boolean;
  /** Whether the browser has desktop notices at all. */
  hasDesktop: boolean;
  setDesktop(on: boolean): Promise<void>;
  setSound(on: boolean): void;
};

/** Desktop notices and a sound for what newly needs attention: each by the user's choice, remembered by the browser. */
export function useNotices(status: AttentionState['status'], items: readonly Item[]): Notices {
  const [choice, setChoice] = useState(readKept);
  const [refused, setRefused] = useState(false);
  const keep = (change: Partial<Kept>) => {
    const next = { ...readKept(), ...change };
    writeKept(next);
    setChoice(next);
  };
  const [announced, setAnnounced] = useState('');
  useNewItems(status, items, (fresh) => {
    setAnnounced(words.notice(fresh.length));
    void notifyOnce(fresh);
  });
  return {
    ...choice,
    announced,
    refused,
    // Phones take notices from a service worker alone.
    hasDesktop: 'Notification' in window && window.matchMedia('(pointer: fine)').matches,
    setDesktop: async (on) => {
      const granted = on && (await Notification.requestPermission()) === 'granted';
      setRefused(on && !granted);
      keep({ desktop: granted });
    },
    setSound: (on) => {
      keep({ sound: on });
      if (on) playSound();
    },
  };
}

/** Calls with what was not there before, a burst at a time; what was there at the first reading is not new. */
function useNewItems(
  status: AttentionState['status'],
  items: readonly Item[],
  act: (fresh: readonly Item[]) => void,
) {
  const shownKeys = useRef<Set<string> | null>(null);
  const fresh = useRef(new Map<string, Item>());
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const latest = useRef({ act, items });
  latest.current = { act, items };
  useEffect(() => {
    if (status !== 'shown') return;
    const before = shownKeys.current;
    shownKeys.current = new Set(items.map(({ key }) => key));
    if (!before) return;
    for (const item of items) if (!before.has(item.key)) fresh.current.set(item.key, item);
    if (fresh.current.size === 0) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      // What has ended within the burst is no news.
      const still = latest.current.items.filter(({ key }) => fresh.current.has(key));
      fresh.current.clear();
      if (still.length > 0) latest.current.act(still);
    }, burstMs);
  }, [status, items]);
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** By the first tab that gets to it. */
async function notifyOnce(fresh: readonly Item[]): Promise<void> {
  const { desktop, sound } = readKept();
  if (!desktop && !sound) return;
  const act = () => {
    if (sound) playSound();
    if (desktop && document.visibilityState !== 'visible') showNotice(fresh);
  };
  // Absent without https.
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return act();
  await locks.request(keptAs, { ifAvailable: true }, async (lock) => {
    if (!lock) return;
    act();
    await new Promise((next) => setTimeout(next, oneTabMs));
  });
}

function showNotice(fresh: readonly Item[]): void {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  if (!window.matchMedia('(pointer: fine)').matches) return;
  const lines = fresh.slice(0, 3).map(({ reason, visit }) => `${words.groups[reason]}: ${visit.clientName}`);
  const rest = fresh.length - lines.length;
  const notice = new Notification(words.notice(fresh.length), {
    body: [...lines, ...(rest > 0 ? [words.more(rest)] : [])].join('\n'),
    tag: keptAs,
    lang: 'es-AR',
  });
  notice.onclick = () => {
    window.focus();
    notice.close();
  };
}

function readKept(): Kept {
  try {
    return { ...none, ...(JSON.parse(window.localStorage.getItem(keptAs) ?? '{}') as Partial<Kept>) };
  } catch {
    return none;
  }
}

function writeKept(choice: Kept): void {
  try {
    window.localStorage.setItem(keptAs, JSON.stringify(choice));
  } catch {
    // Storage is closed to this site: the choice lasts as long as the page.
  }
}
