import { Text } from '@mantine/core';
import { formatInstant } from '../../machines/calendar/slots.ts';
import styles from '../setup/setup.module.css';
import { accounts as accountWords } from '../words/setup/accounts-words.ts';
import { auditText, type WiredAuditRow } from './audit-text.ts';

/** One thing that happened to an account: what, by whom, when. */
export function AuditLine({ row }: { row: WiredAuditRow }) {
  const byOther = row.actorId !== row.subjectId && row.name !== 'session.refused';
  const facts = [
    byOther && accountWords.audit.by(row.actorName),
    formatInstant(new Date(row.at)),
    row.address,
  ].filter(Boolean);
  return (
    <li>
      <Text size="sm" className={styles.what}>
        {auditText(row)}
      </Text>
      <Text size="xs" c="dimmed">
        {facts.join(' · ')}
      </Text>
    </li>
  );
}
