import { IconInfoCircle, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { PlainIconButton } from '../../ui/plain/plain.tsx';
import { savedViewWords as words } from '../../words/board/saved-views-words.ts';
import styles from './saved-views.module.css';
import type { Shown } from './use-shown-view.ts';

/** What a view was opened without: operations that its reader does not have, a zone that is gone, another board. */
export function ViewNotice({ shown: { view, missing, zoneGone, otherBoard } }: { shown: Shown }) {
  const [read, setRead] = useState<string | null>(null);
  const notices = [
    missing.length > 0 && words.missing(view.name, missing),
    zoneGone && words.zoneGone(view.name),
    otherBoard && words.otherBoard(view.name),
  ].filter((text): text is string => Boolean(text));
  if (notices.length === 0 || read === view.id) return null;
  return (
    <div role="status" className={styles.notice}>
      <IconInfoCircle size={18} aria-hidden className={styles.noticeIcon} />
      <span>{notices.join(' ')}</span>
      <PlainIconButton aria-label={words.gotIt} title={words.gotIt} onClick={() => setRead(view.id)}>
        <IconX size={18} aria-hidden />
      </PlainIconButton>
    </div>
  );
}
