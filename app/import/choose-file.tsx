import { Button, FileButton, NativeSelect, Text } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import type { ImportKind } from '../../machines/wire/import-lines.ts';
import { isOwnName } from '../../machines/wire/own-entry.ts';
import { importWords as words } from '../words/setup/import-words.ts';
import styles from './import.module.css';
import type { ChosenFile } from './send-file.ts';

type Props = {
  file: ChosenFile | null;
  kind: ImportKind | null;
  /** While rows are taken the file stays. */
  disabled: boolean;
  onFile: (file: File | null) => void;
  onKind: (kind: ImportKind | null) => void;
};

const kindOptions = [
  { value: '', label: words.byColumns },
  ...Object.entries(words.kinds).map(([value, label]) => ({ value, label })),
];

/** Where a file is chosen or dropped, and what it has if its columns are not to say it. */
export function ChooseFile({ file, kind, disabled, onFile, onKind }: Props) {
  const { over, drag, drop } = useDroppedFile(disabled, onFile);
  const reset = useRef<() => void>(null);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here is chosen by the button too
    <div
      className={styles.choose}
      data-over={over || undefined}
      data-small={file !== null || undefined}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={drop}
    >
      <IconFileSpreadsheet size={28} aria-hidden className={styles.sign} />
      <div className={styles.chosen}>
        {file ? (
          <Text fw={600} className={styles.name}>
            {words.file(file.name, words.megabytes(file.size))}
          </Text>
        ) : (
          <Text size="sm" c="dimmed">
            {words.accepted}
          </Text>
        )}
        <div className={styles.ways}>
          <FileButton
            onChange={(chosen) => {
              // The same file again, corrected, is a choice too.
              reset.current?.();
              onFile(chosen);
            }}
            accept=".csv,.xlsx,.txt"
            resetRef={reset}
            disabled={disabled}
          >
            {(props) => (
              <Button {...props} variant={file ? 'default' : 'filled'} disabled={disabled}>
                {file ? words.chooseOther : words.choose}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed" className={styles.onDesktop}>
            {over ? words.dropHere : words.drop}
          </Text>
        </div>
      </div>
      <NativeSelect
        className={styles.kind}
        label={words.kind}
        value={kind ?? ''}
        data={kindOptions}
        disabled={disabled}
        onChange={({ currentTarget: { value } }) => onKind(isOwnName(words.kinds, value) ? value : null)}
      />
    </div>
  );
}

/** A file that is dragged over the field, and dropped on it. */
function useDroppedFile(disabled: boolean, onFile: (file: File | null) => void) {
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    event.preventDefault();
    if (!disabled) setOver(event.type === 'dragover');
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!disabled) onFile(event.dataTransfer.files[0] ?? null);
  };
  return { over, drag, drop };
}
