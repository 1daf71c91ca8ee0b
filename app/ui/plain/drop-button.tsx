import { type ComponentProps, type ComponentType, useCallback, useRef, useState } from 'react';
import { shellWords } from '../../words/shell.ts';
import { showRefused } from '../toast.ts';
import { useLazyPart } from '../use-lazy-part.ts';
import styles from './plain.module.css';
import { PlainButton, PlainIconButton } from './plain.tsx';

/** What is beneath the button, made of `app/ui/dropped.tsx`. */
export type DropProps = { opened: boolean; close: () => void; label: string };

type Props<Given extends object> = {
  kind: 'menu' | 'dialog';
  /** Names what drops, and the button where that has no text. */
  label: string;
  /** A constant function. */
  load: () => Promise<ComponentType<Given & DropProps>>;
  /** What the part is given beside `DropProps`. */
  given: Given;
  /** The button has a sign alone. */
  icon?: boolean;
  /** Fetched when it is first wanted, and not before: it is large. */
  large?: boolean;
} & Pick<
  ComponentProps<typeof PlainButton>,
  'children' | 'className' | 'look' | 'size' | 'title' | 'aria-label'
> & { 'data-view'?: string | undefined };

/**
 * A button with a menu or a small dialog beneath it, which a first load does without: it is fetched once the page rests,
 * or when it is first wanted.
 */
export function DropButton<Given extends object>(props: Props<Given>) {
  const { kind, label, load, given, icon, large, ...look } = props;
  const [wanted, setWanted] = useState(false);
  const close = useCallback(() => setWanted(false), []);
  const failed = () => {
    close();
    showRefused(shellWords.noNetwork);
  };
  const { Part, ready } = useLazyPart<Given & DropProps>(wanted, load, failed, !large);
  const opened = wanted && ready;
  /** A press on the button is one outside of what dropped, which closes it before the click comes. */
  const shownAtPress = useRef<boolean | null>(null);
  const Button = icon ? PlainIconButton : PlainButton;
  return (
    <span className={styles.drop}>
      <Button
        {...look}
        {...(icon ? { 'aria-label': label } : {})}
        aria-haspopup={kind}
        aria-expanded={opened}
        onPointerDown={() => {
          shownAtPress.current = wanted;
        }}
        onClick={() => {
          setWanted(!(shownAtPress.current ?? wanted));
          shownAtPress.current = null;
        }}
      />
      {Part && <Part {...given} opened={opened} close={close} label={label} />}
    </span>
  );
}
