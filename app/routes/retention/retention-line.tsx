import { Text } from '@mantine/core';
import { formatInstant } from '../../../machines/calendar/slots.ts';
import { auditText, type WiredAuditRow } from '../../accounts/audit-text.ts';
import styles from '../../setup/setup.module.css';

/** A setting of an operation's retention, or what was deleted there: the operation, what, who, when. */
export function RetentionLine({ row }: { row: WiredAuditRow }) {
  return (
    <li>
      <Text size="sm" className={styles.what}>
        {row.subjectName}: {auditText(row)}
      </Text>
      <Text size="xs" c="dimmed">
        {row.actorName} · {formatInstant(new Date(row.at))}
      </Text>
    </li>
  );
}
