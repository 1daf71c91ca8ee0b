import { Button } from '@mantine/core';
import { refuseSearch } from '../routes/signed-in/header-search.tsx';
import type { Viewer } from '../routes/signed-in/load-viewer.server.ts';
import { useOnline } from '../ui/hooks/use-online.ts';
import { paletteWords } from '../words/shell/palette-words.ts';
import { keepsEscape } from './keeps-escape.ts';
import { looksUp } from './looks-up.ts';
import styles from './palette.module.css';
import type { Finding } from './use-find-anything.ts';

/** What is to be said of a search beside its rows: too little typed, nothing found and what can be, or no answer. */
export function PaletteNote(props: { finding: Finding; typed: string; viewer: Viewer }) {
  const { finding, viewer } = props;
  const online = useOnline();
  const typed = props.typed.trim();
  if (finding.failed || finding.refused !== null)
    return (
      <div role="alert" className={styles.note}>
        <p>{finding.refused ?? (online ? paletteWords.failed : paletteWords.offline)}</p>
        <Button variant="default" size="sm" onClick={finding.retry} {...keepsEscape}>
          {paletteWords.retry}
        </Button>
      </div>
    );
  if (!finding.enough) return typed === '' ? null : <p className={styles.note}>{paletteWords.fewest}</p>;
  if (!finding.settled || finding.items.length > 0) return null;
  return (
    <div className={styles.note}>
      <p className={styles.nothing}>{paletteWords.nothing(typed)}</p>
      <p>{whyNot(typed, viewer) ?? paletteWords.hint[looksUp(viewer)]}</p>
    </div>
  );
}

/** Of a whole number of an order or a client: by the texts of their own searches (S1 §5, §6). */
const whyNot = (typed: string, viewer: Viewer): string | null =>
  /^[1-9]\d{10}$/.test(typed)
    ? (refuseSearch('order', typed, viewer) ?? refuseSearch('client', typed, viewer))
    : null;
