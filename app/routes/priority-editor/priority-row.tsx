import { NumberInput } from '@mantine/core';
import { useRef } from 'react';
import type { SettingPriority } from '../../../db/reads/settings/settings.ts';
import { ChangedNotice } from '../../forms/changed-notice.tsx';
import { settingLines } from '../../setup/history.tsx';
import type { WiredSettingEvent } from '../../setup/setting-event-text.ts';
import styles from '../../setup/setup.module.css';
import { priorityEditorWords as priorityEditor } from '../../words/setup/priority-editor-words.ts';
import { setupWords } from '../../words/setup/setup-words.ts';
import { usePriority } from './use-priority.ts';

type Props = {
  saved: SettingPriority;
  history: WiredSettingEvent[];
  /** The operation's version that the screen shows. */
  seen: number;
  reload: () => void;
};

/** A symptom with its priority: applied on Enter, on leaving the field, and when the arrows rest (S2 §2, §5). */
export function PriorityRow({ saved, history, seen, reload }: Props) {
  const row = usePriority(saved, seen, reload);
  const field = useRef<HTMLInputElement>(null);
  const { stale } = row;
  const since = stale
    ? history.filter((event) => event.version > stale.base.seen && event.data.symptomId === saved.symptomId)
    : [];
  return (
    <>
      <tr data-symptom-id={saved.symptomId} data-version={saved.version}>
        <td className={styles.whole}>{saved.id ?? '–'}</td>
        <td>{saved.symptom}</td>
        <td>
          <NumberInput
            ref={field}
            aria-label={priorityEditor.of(saved.symptom)}
            aria-busy={row.busy || undefined}
            size="xs"
            min={0}
            max={99}
            clampBehavior="none"
            allowDecimal={false}
            value={row.shown}
            error={row.error}
            onValueChange={({ value }, { source }) => {
              if (source === 'event') row.type(value);
              else if (source !== 'prop') row.step(value);
            }}
            onBlur={row.commit}
            onKeyDown={(event) => {
              if (event.key === 'Enter') row.commit();
              if (event.key === 'Escape') row.drop();
            }}
          />
        </td>
      </tr>
      {stale && (
        <tr>
          <td colSpan={3}>
            <ChangedNotice
              text={`${priorityEditor.changed} ${priorityEditor.wanted(stale.value)}`}
              changes={settingLines(since)}
              retryHint={setupWords.retryHint}
              retry={() => {
                field.current?.focus();
                row.retry();
              }}
              busy={row.busy}
            />
          </td>
        </tr>
      )}
    </>
  );
}
