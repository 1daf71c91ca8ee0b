import { IconArrowUpRight, IconLayoutRows } from '@tabler/icons-react';
import { DropButton } from '../ui/plain/drop-button.tsx';
import { PlainButton } from '../ui/plain/plain.tsx';
import { boardWords } from '../words/board/board-words.ts';
import styles from './board.module.css';
import { toggled } from './shown-operations.ts';

const loadSeveral = () => import('./several-operations.tsx').then((part) => part.SeveralOperations);

type Props = {
  operations: readonly { code: string; name: string }[];
  /** Shown by another installation, which the browser is led to. */
  elsewhere: readonly { code: string; name: string }[];
  /** Those on the board, the main one first. */
  shown: readonly string[];
  /** Show one alone. */
  choose: (code: string) => void;
  /** Show several; null: this board has no room for them. */
  show: ((shown: readonly string[]) => void) | null;
};

/** Which operations are shown: a press shows one alone, one with Ctrl or Cmd adds it or takes it out. */
export function OperationButtons({ operations, elsewhere, shown, choose, show }: Props) {
  return (
    <div className={styles.operations}>
      <nav aria-label={boardWords.operations} className={styles.operationNames}>
        {operations.map(({ code, name }) => (
          <PlainButton
            key={code}
            size="small"
            look={code === shown[0] ? 'filled' : shown.includes(code) ? 'light' : 'default'}
            aria-pressed={shown.includes(code)}
            onClick={(event) =>
              show && (event.ctrlKey || event.metaKey) ? show(toggled(shown, code)) : choose(code)
            }
          >
            {name}
          </PlainButton>
        ))}
        {elsewhere.map(({ code, name }) => (
          <PlainButton
            key={code}
            size="small"
            look="default"
            title={boardWords.elsewhere}
            onClick={() => choose(code)}
          >
            {name}
            <IconArrowUpRight size={14} aria-hidden />
          </PlainButton>
        ))}
      </nav>
      {show && (
        <DropButton
          kind="dialog"
          label={boardWords.several}
          load={loadSeveral}
          ahead
          given={{ operations, shown, show }}
          look="subtle"
          size="small"
        >
          <IconLayoutRows size={16} aria-hidden />
          {boardWords.several}
        </DropButton>
      )}
    </div>
  );
}
