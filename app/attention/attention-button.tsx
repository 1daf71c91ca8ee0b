import { useLocation } from '@remix-run/react';
import { IconUrgent } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { attentionWords as words } from '../words/board/attention-words.ts';
import styles from './attention.module.css';
import { attentionPlace } from './place.ts';

type Props = {
  /** Null: not known yet. */
  count: number | null;
  /** What came last, for screen readers. */
  announced: string;
  opened: boolean;
  /** Opens the list, or closes it. */
  press: () => void;
};

/** The button in the header, with how many things need attention. */
export function AttentionButton({ count, announced, opened, press }: Props) {
  const place = usePlace();
  if (!place) return null;
  return createPortal(
    <>
      <button
        type="button"
        className={styles.button}
        data-some={(count ?? 0) > 0 || undefined}
        aria-label={words.button(count)}
        title={words.button(count)}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={press}
      >
        <IconUrgent size={20} aria-hidden />
        {count !== null && count > 0 && (
          <span className={styles.count} aria-hidden>
            {count}
          </span>
        )}
      </button>
      <span role="status" className="visually-hidden">
        {announced}
      </span>
    </>,
    place,
  );
}

/** The header is drawn by the frame; another screen may draw it anew. */
function usePlace(): HTMLElement | null {
  const { pathname } = useLocation();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked for on every screen
  useEffect(() => setPlace(document.getElementById(attentionPlace)), [pathname]);
  return place;
}
