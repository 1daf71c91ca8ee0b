import { Button, Text, TextInput } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Empty } from '../ui/content/error-page.tsx';
import { importWords as words } from '../words/setup/import-words.ts';
import { downloadRefused } from './download-refused.ts';
import styles from './import.module.css';
import { countRows, type Filter, findRows, type Run } from './import-state.ts';
import { RowList } from './row-list.tsx';

const filters = Object.keys(words.outcomes) as Filter[];

/** The rows of a trial or an import: how many of each kind, which, and the refused ones as a file. */
export function ImportRows({ run, fileName }: { run: Run; fileName: string }) {
  const [filter, setFilter] = useState<Filter>('all');
  const [typed, setTyped] = useState('');
  const deferred = useDeferredValue(typed);
  const counts = useMemo(() => countRows(run.rows), [run.rows]);
  const shown = useMemo(() => findRows(run.rows, filter, deferred), [run.rows, filter, deferred]);
  const { sheet } = run;
  if (sheet?.rows === 0) return <Empty title={words.noRows} />;
  return (
    <section aria-label={words.rows} className={styles.rowsPart}>
      <fieldset aria-label={words.filters} className={styles.filters}>
        {filters.map((option) => (
          <button
            key={option}
            type="button"
            className={styles.filter}
            aria-pressed={option === filter}
            onClick={() => setFilter(option)}
          >
            {words.outcomes[option]} <b>{counts[option].toLocaleString('es-AR')}</b>
          </button>
        ))}
      </fieldset>
      <div className={styles.find}>
        <TextInput
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          maxLength={100}
        />
        <Text size="sm" c="dimmed" role="status">
          {run.state === 'under-way' ? '' : words.shown(shown.length)}
        </Text>
        {sheet && run.state !== 'under-way' && counts.refused > 0 && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => downloadRefused(words.refusedFile(fileName), sheet, run.rows)}
          >
            {words.download}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        run.state !== 'under-way' && <Empty title={words.noneFound} hint={words.noneFoundHint} />
      ) : (
        <RowList key={`${filter} ${deferred}`} rows={shown} />
      )}
    </section>
  );
}
