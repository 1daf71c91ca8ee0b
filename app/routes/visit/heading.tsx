import { Alert, Anchor, Badge, Group, Stack, Title } from '@mantine/core';
import { Link } from '@remix-run/react';
import { IconChevronDown, IconHomeCheck, IconHomeFilled } from '@tabler/icons-react';
import type { VisitDetail } from '../../../db/reads/visits/visit.ts';
import { mondayOf } from '../../../machines/calendar/slots.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { derivations } from '../../../machines/words/labels.ts';
import { AlsoViewing } from '../../board/also-viewing.tsx';
import { StatusBadge } from '../../board/status.tsx';
import { PrintButton } from '../../ui/buttons/print-button.tsx';
import { boardWords, statusWords } from '../../words/board/board-words.ts';
import { editWords, visitWords } from '../../words/visit/visit-words.ts';
import { useViewer } from '../signed-in/screen.ts';
import styles from './visit.module.css';

type Shown = Pick<
  VisitDetail,
  | 'id'
  | 'operation'
  | 'day'
  | 'orderNumber'
  | 'rescheduledPrevious'
  | 'rescheduledNext'
  | 'derivationType'
  | 'lateSchedule'
  | 'reasonText'
  | 'rescheduled'
  | 'finished'
  | 'cancelled'
  | 'customerAnswer'
  | 'atHome'
> & { confirmedAt: Date | string | null } & Parameters<typeof StatusBadge>[0]['visit'];

/** 'Visita #id', its state, where it came from and went to, and what has to be known first (S2 §2). */
export function Heading(props: { visit: Shown; mode: string; changeStatus: (() => void) | null }) {
  const { visit, mode, changeStatus } = props;
  const badge = <StatusBadge visit={visit} reasonText={visit.reasonText} />;
  return (
    <Stack gap="sm" mb="md">
      <Group gap="sm" className={styles.heading}>
        <Title order={2} size="h3">
          {visitWords.title(visit.id)}
        </Title>
        {changeStatus ? (
          <button
            type="button"
            className={styles.statusButton}
            onClick={changeStatus}
            title={editWords.changeStatus}
          >
            <span className="visually-hidden">{editWords.changeStatus}: </span>
            {badge}
            <IconChevronDown size={16} aria-hidden />
          </button>
        ) : (
          badge
        )}
        <Marks visit={visit} />
        <Links visit={visit} mode={mode} />
        <PrintButton />
        <AlsoViewing thing={`visit.${visit.id}`} />
      </Group>
      {visit.derivationType !== null && (
        <Alert color="blue" variant="light">
          {visitWords.derived(derivations[visit.derivationType] ?? '')}
        </Alert>
      )}
      {visit.lateSchedule && (
        <Alert color="yellow" variant="light">
          {visitWords.late}
        </Alert>
      )}
    </Stack>
  );
}

/** What the customer and the technician have said, and that it was moved. */
const Marks = ({ visit }: { visit: Shown }) => (
  <>
    {visit.rescheduled && (
      <Badge variant="default" tt="none">
        {statusWords.rescheduled}
      </Badge>
    )}
    {visit.confirmedAt && isOpen(visit) && (
      <Badge variant="light" tt="none" leftSection={<IconHomeCheck size={14} aria-hidden />}>
        {boardWords.confirmed}
      </Badge>
    )}
    {visit.atHome && isOpen(visit) && (
      <Badge variant="light" tt="none" leftSection={<IconHomeFilled size={14} aria-hidden />}>
        {boardWords.atHome}
      </Badge>
    )}
    {visit.runningLate !== null && isOpen(visit) && (
      <Badge variant="light" color="orange" tt="none" className={styles.said}>
        {boardWords.late(visit.runningLate)}
      </Badge>
    )}
    {visit.customerAnswer && (
      <Badge variant="light" tt="none" color={visit.customerAnswer === 'yes' ? 'green' : 'red'} autoContrast>
        {visit.customerAnswer === 'yes' ? visitWords.customerSolved : visitWords.customerNotSolved}
      </Badge>
    )}
  </>
);

/** To the visits that it was moved from and to, and to where it stands on the user's boards. */
function Links({ visit, mode }: { visit: Shown; mode: string }) {
  const boards = boardsOf(visit, useViewer());
  const chain: [string, number | null][] = [
    [visitWords.previous, visit.rescheduledPrevious],
    [visitWords.next, visit.rescheduledNext],
  ];
  return (
    <>
      {chain.map(
        ([text, id]) =>
          id !== null && (
            <Anchor
              key={text}
              component={Link}
              to={`/visit/view/${id}/${mode}`}
              size="sm"
              className={styles.link}
            >
              {text} #{id}
            </Anchor>
          ),
      )}
      {boards.map(([text, to]) => (
        <Anchor key={text} component={Link} to={to} size="sm" className={`${styles.link} no-print`}>
          {text}
        </Anchor>
      ))}
    </>
  );
}

/** Each user's own board, as text and address: a technician who may not switch views has none. */
function boardsOf(visit: Shown, viewer: ReturnType<typeof useViewer>): [text: string, to: string][] {
  const place = `op=${visit.operation}&semana=${mondayOf(visit.day)}`;
  if (viewer.home === '/calendario')
    return [[boardWords.showInCalendar, `/calendario?${place}&visita=${visit.id}`]];
  if (viewer.home !== '/jefetec' && !viewer.maySwitchViews) return [];
  return [
    [boardWords.showInCalendar, `/jefetec?${place}&visita=${visit.id}`],
    [boardWords.showInList, `/jefetec?op=${visit.operation}&vista=listado&fila=${visit.orderNumber}`],
  ];
}
