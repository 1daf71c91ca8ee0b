import { Text, Title } from '@mantine/core';
import { Link } from '@remix-run/react';
import { IconPlus } from '@tabler/icons-react';
import type { ListedAbsence } from '../../../db/reads/people/crew.ts';
import { formatDay } from '../../../machines/calendar/slots.ts';
import { useAddress } from '../../board/use-address.ts';
import styles from '../../setup/setup.module.css';
import { absenceWords as words } from '../../words/board/crew-words.ts';
import crew from './absence.module.css';

type Props = { absences: ListedAbsence[]; today: string; opened: string | null };

/** The absences that are not over, by technician, each leading to its form. */
export function AbsenceList({ absences, today, opened }: Props) {
  const { search } = useAddress();
  const to = (id: number | null) => {
    const params = new URLSearchParams(search);
    if (id === null) params.delete('ausencia');
    else params.set('ausencia', String(id));
    return `?${params}`;
  };
  const next = absences
    .filter(({ toDay }) => toDay >= today)
    .toSorted(
      (a, b) => a.technicianName.localeCompare(b.technicianName, 'es') || (a.fromDay < b.fromDay ? -1 : 1),
    );
  return (
    <nav aria-labelledby="absences">
      <Title order={2} size="h5" id="absences" mb="xs">
        {words.list}
      </Title>
      <div className={styles.list}>
        <Link to={to(null)} preventScrollReset aria-current={opened === null ? 'page' : undefined}>
          <span>
            <IconPlus size={14} aria-hidden /> {words.create}
          </span>
        </Link>
        {next.map((absence) => (
          <Link
            key={absence.id}
            to={to(absence.id)}
            preventScrollReset
            data-absence-id={absence.id}
            aria-current={opened === String(absence.id) ? 'page' : undefined}
          >
            <span>
              {absence.technicianName}
              <small className={crew.when}>
                {words.days(formatDay(absence.fromDay), formatDay(absence.toDay))}
                {absence.reason && ` · ${absence.reason}`}
              </small>
            </span>
            {absence.assignedVisits > 0 && <small>{words.visits(absence.assignedVisits)}</small>}
          </Link>
        ))}
      </div>
      {next.length === 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {words.noneNext}
        </Text>
      )}
    </nav>
  );
}
