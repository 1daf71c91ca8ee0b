import { shellWords } from '../../words/shell/shell-words.ts';
import { useScreen, useViewer } from './screen.ts';
import styles from './signed-in.module.css';

/** Past the bars by one key: to the screen, and on a board to its list and its week (ux.md U37). */
export function SkipLinks() {
  const screen = useScreen();
  // Without an operation there is no board to lead to.
  const board = useViewer().operations.length > 0 ? screen.board : undefined;
  const places: [id: string, text: string][] = [
    ['main', shellWords.skip],
    ...(board === 'both' ? ([['orders', shellWords.skipTo.orders]] as [string, string][]) : []),
    ...(board ? ([['week', shellWords.skipTo.week]] as [string, string][]) : []),
  ];
  return places.map(([id, text]) => (
    <a
      key={id}
      href={`#${id}`}
      className={styles.skip}
      onClick={(event) => {
        const place = document.getElementById(id);
        if (!place) return;
        event.preventDefault();
        // Where one key moves on inside, it begins there; the address has no step of it.
        const first = id === 'main' ? null : place.querySelector<HTMLElement>('[tabindex="0"]');
        (first ?? place).focus();
      }}
    >
      {text}
    </a>
  ));
}
