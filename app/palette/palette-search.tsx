import { Input, Kbd, Loader, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import type { Viewer } from '../routes/signed-in/load-viewer.server.ts';
import { paletteWords } from '../words/shell/palette-words.ts';
import { ChoiceList, rowId } from './choice-list.tsx';
import type { Choice } from './choices.ts';
import { keepsEscape } from './keeps-escape.ts';
import { looksUp } from './looks-up.ts';
import styles from './palette.module.css';
import { PaletteNote } from './palette-note.tsx';
import { useActiveChoice } from './use-active-choice.ts';
import { useChoices } from './use-choices.ts';
import { useFindAnything } from './use-find-anything.ts';
import { usePaletteFocus } from './use-palette-focus.ts';

/** The field, what it found, and what to do where that is nothing: a combobox with its list, as ARIA describes it. */
export function PaletteSearch(props: {
  viewer: Viewer;
  opened: boolean;
  close: () => void;
  showShortcuts: () => void;
}) {
  const { viewer, opened, close, showShortcuts } = props;
  const field = useRef<HTMLInputElement>(null);
  usePaletteFocus(field, { opened, close });
  const [typed, setTyped] = useState('');
  const finding = useFindAnything(typed);
  const groups = useChoices(viewer, typed, finding.items, showShortcuts);
  const choices = groups.flatMap((group) => group.choices);
  const ended = finding.failed || finding.refused !== null;
  const searching = finding.enough && !finding.settled && !ended;
  const choose = (choice: Choice) => {
    close();
    choice.open();
  };
  const { active, onKeyDown } = useActiveChoice(choices, { typed, settled: !searching, choose });
  const list = useId();
  const placeholder = paletteWords.placeholder[looksUp(viewer)];
  return (
    <div className={styles.search}>
      <div className={styles.bar}>
        <Input
          ref={field}
          data-autofocus
          {...keepsEscape}
          className={styles.field}
          classNames={{ input: styles.input! }}
          size="lg"
          variant="unstyled"
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={searching && <Loader size={18} className={styles.loader!} aria-hidden />}
          role="combobox"
          aria-label={placeholder}
          aria-autocomplete="list"
          aria-expanded={choices.length > 0}
          aria-controls={list}
          aria-activedescendant={active && rowId(list, active)}
          placeholder={placeholder}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          maxLength={200}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <UnstyledButton
          className={styles.close!}
          aria-label={paletteWords.close}
          onClick={close}
          {...keepsEscape}
        >
          <IconX size={20} aria-hidden />
        </UnstyledButton>
      </div>
      <VisuallyHidden role="status">
        {searching || typed === '' ? '' : said(finding, choices.length, typed)}
      </VisuallyHidden>
      <div className={styles.below}>
        <PaletteNote finding={finding} typed={typed} viewer={viewer} />
        <ChoiceList
          id={list}
          groups={groups}
          active={active}
          typed={typed}
          busy={searching}
          choose={choose}
        />
      </div>
      <p className={styles.keys} aria-hidden>
        {paletteWords.keys.map(([key, what]) => (
          <span key={key}>
            <Kbd size="xs">{key}</Kbd> {what}
          </span>
        ))}
      </p>
    </div>
  );
}

/** What a screen reader is given once the answer is there. */
function said(
  { enough, items, failed, refused }: ReturnType<typeof useFindAnything>,
  rows: number,
  typed: string,
) {
  if (!enough) return rows > 0 ? paletteWords.count(rows) : paletteWords.fewest;
  if (failed || refused) return '';
  if (items.length === 0 && rows === 0) return paletteWords.nothing(typed.trim());
  return paletteWords.count(rows);
}
