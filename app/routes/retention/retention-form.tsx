import type { SerializeFrom } from '@remix-run/node';
import { useState } from 'react';
import { setRetentionInput } from '../../../db/commands/retention/set-retention-input.ts';
import type { RetentionInUse } from '../../../db/reads/settings/retention.ts';
import { type Months, shortens } from '../../../machines/access/retention.ts';
import type { WiredAuditRow } from '../../accounts/audit-text.ts';
import { CommandForm } from '../../forms/command-form.tsx';
import { SaveButton } from '../../forms/save-button.tsx';
import { useCommandForm } from '../../forms/use-command-form.ts';
import { Section } from '../../ui/content/section.tsx';
import { retentionWords as texts } from '../../words/setup/retention-words.ts';
import { setupWords } from '../../words/setup/setup-words.ts';
import { askFirst } from './ask-first.tsx';
import { foresee } from './foresee.ts';
import styles from './retention.module.css';
import { type Fields, RetentionFields } from './retention-fields.tsx';
import { RetentionLine } from './retention-line.tsx';

type Props = {
  saved: SerializeFrom<RetentionInUse>;
  /** Of every operation of the screen, newest first. */
  history: WiredAuditRow[];
  reload: () => void;
  /** Whether something is chosen that is not saved. */
  onDirty: (operation: string, dirty: boolean) => void;
};

/** For how long one operation keeps its customers' data. What deletes more than before is asked about, with its effect. */
export function RetentionForm({ saved, history, reload, onDirty }: Props) {
  const { operation, name, months: now } = saved;
  const title = texts.operation(name, operation);
  const [counting, setCounting] = useState(false);
  const form = useCommandForm<Fields>({
    command: 'setRetention',
    schema: setRetentionInput,
    saved: { months: now },
    // It has none: what is set stands for it, 0 for ever.
    version: now ?? 0,
    seen: history[0]?.id ?? 0,
    input: ({ fields: { months } }, version) => ({
      subsidiary_id: operation,
      months,
      seen_months: version || null,
    }),
    versionOf: (_, { fields }) => monthsOf(fields.months) ?? 0,
    conflict: 'retention-changed',
    confirm: async (go, { fields }, { version }) => {
      const months = monthsOf(fields.months);
      if (months === null || !shortens(version || null, months)) return go();
      if (counting) return;
      setCounting(true);
      const foreseen = await foresee(operation, months);
      setCounting(false);
      if (foreseen.ok) askFirst(name, months, foreseen, go);
      else form.setFailure(texts.notCounted(foreseen.text || setupWords.noNetwork));
    },
    failed: (text, named) => (named ? null : texts.failed(text)),
    announce: ({ fields }) => texts.saved(name, monthsOf(fields.months)),
    onDirty: (dirty) => onDirty(operation, dirty),
    reload,
  });
  const shown = { ...form, busy: form.busy || counting };

  return (
    <Section title={title}>
      <CommandForm
        form={shown}
        className={styles.form}
        label={title}
        changed={texts.changed(now)}
        changes={history
          .filter((row) => row.id > form.base.seen && row.subjectName.startsWith(`${operation} `))
          .map((row) => <RetentionLine key={row.id} row={row} />)}
      >
        <div className={styles.row}>
          <RetentionFields saved={saved} form={form} />
          <div className={styles.save}>
            <SaveButton form={shown}>{texts.save}</SaveButton>
          </div>
        </div>
      </CommandForm>
    </Section>
  );
}

const monthsOf = (typed: Fields['months']): Months => (typed === null ? null : Number(typed));
