import { type ComponentProps, type ComponentType, useCallback, useRef, useState } from 'react';
import { headerWords } from '../../words/shell/shell-words.ts';
import { fetchOnMantine } from '../mantine/fetch-on-mantine.ts';
import { useLazyPart } from '../parts/use-lazy-part.ts';
import { showRefused } from '../toasts/toast.ts';
import styles from './plain.module.css';
import { PlainButton, PlainIconButton } from './plain.tsx';

/** What is beneath the button, made of `app/ui/content/dropped.tsx`. */
export type DropProps = { opened: boolean; close: () => void; label: string };

type Props<Given extends object> = {
  kind: 'menu' | 'dialog';
  /** Names what drops, and a button that has no text. */
  label: string;
  /** A constant function. */
  load: () => Promise<ComponentType<Given & DropProps>>;
  /** What the part is given beside `DropProps`. */
  given: Given;
  /** `text` (default): a button with a text; `icon`: with a sign alone; `own`: with its `className` alone. */
  as?: keyof typeof elements;
  /** Fetched once the page rests; otherwise when the pointer or the focus comes. */
  ahead?: boolean;
} & Pick<ComponentProps<typeof PlainButton>, 'children' | 'look' | 'size' | 'title' | 'aria-label'> & {
    className?: string | undefined;
    'data-view'?: string | undefined;
  };

const elements = { text: PlainButton, icon: PlainIconButton, own: 'button' } as const;

/** A button with a menu or a small dialog beneath it, which a first load does without. */
export function DropButton<Given extends object>(props: Props<Given>) {
  const { kind, label, load, given, as = 'text', ahead, className = '', ...look } = props;
  const [requested, setRequested] = useState(false);
  const close = useCallback(() => setRequested(false), []);
  const failed = () => {
    close();
    showRefused(headerWords.menuFailed);
  };
  const { Part, ready } = useLazyPart<Given & DropProps>(requested, load, failed, ahead);
  const opened = requested && ready;
  const bringNearer = () => void fetchOnMantine(load).catch(() => {});
  /** A press on the button is one outside of what dropped, which closes it before the click comes. */
  const shownAtPress = useRef<boolean | null>(null);
  const Button = elements[as];
  return (
    <span className={styles.drop}>
      <Button
        {...look}
        {...(as === 'text' ? {} : { 'aria-label': label })}
        type="button"
        className={className}
        aria-haspopup={kind}
        aria-expanded={opened}
        onPointerEnter={bringNearer}
        onFocus={bringNearer}
        onPointerDown={() => {
          shownAtPress.current = requested;
        }}
        onClick={() => {
          setRequested(!(shownAtPress.current ?? requested));
          shownAtPress.current = null;
        }}
      />
      {Part && <Part {...given} opened={opened} close={close} label={label} />}
    </span>
  );
}
