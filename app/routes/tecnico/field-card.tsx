import { Anchor, Badge, Card, Group, Stack, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { IconChevronDown, IconClockPause, IconHomeFilled } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { formatDay, slotHasEnded, slotLabel } from '../../../machines/calendar/slots.ts';
import { isOpen } from '../../../machines/visit/facts.ts';
import { networkPlace } from '../../board/lookups/network-place.ts';
import { StatusBadge } from '../../board/status.tsx';
import { PendingMark } from '../../offline/pending-mark.tsx';
import { MapLink, TelephoneLink, WhatsappLink } from '../../ui/reach.tsx';
import { boardWords } from '../../words/board.ts';
import { technicianWords } from '../../words/technician.ts';
import { FieldButtons } from './field-buttons.tsx';
import styles from './tecnico.module.css';
import type { TechnicianActions } from './use-technician-actions.ts';

type Props = {
  visit: FieldVisit;
  today: string;
  now: Date;
  /** Drawn with everything at once: the next one. The others show it when they are asked. */
  large: boolean;
  technicianId: number;
  currentVisitId: number | null;
  departs: boolean;
  readOnly: boolean;
  actions: TechnicianActions;
  close: (visit: FieldVisit) => void;
};

/** One visit in the hand: where, who, what, and at its bottom what can be done with it. */
export function FieldCard(props: Props) {
  const { visit, today, now, large, readOnly } = props;
  const [opened, setOpened] = useState<boolean | null>(null);
  const shown = opened ?? large;
  const details = useId();
  const pending = props.actions.pending(visit.id);
  const late = !visit.delayed && !visit.onTheWay && slotHasEnded(visit.day, visit.toHour, now);
  return (
    <Card
      component="li"
      withBorder
      p="sm"
      className={styles.card}
      data-visit-id={visit.id}
      data-version={visit.version}
      data-current={visit.onTheWay || undefined}
      data-late={late || undefined}
      data-pending={pending ? true : undefined}
    >
      <Stack gap={2}>
        <Group justify="space-between" gap="xs">
          <Text fw={650} truncate>
            {slotLabel({ ...visit, name: visit.slotName })}
            {visit.day !== today && ` · ${formatDay(visit.day)}`}
          </Text>
          <Group gap={6} wrap="nowrap" className={styles.marks}>
            {late && (
              <Badge color="red.9" variant="filled" tt="none">
                {technicianWords.late}
              </Badge>
            )}
            <StatusBadge visit={visit} reasonText={visit.reasonText} />
          </Group>
        </Group>
        {visit.atHome && isOpen(visit) && (
          <Group gap={6} wrap="nowrap" className={styles.atHome}>
            <IconHomeFilled size={16} aria-hidden />
            <Text size="sm" fw={600}>
              {boardWords.atHome}
            </Text>
          </Group>
        )}
        {visit.runningLate !== null && isOpen(visit) && (
          <Group gap={6} wrap="nowrap" className={styles.runningLate}>
            <IconClockPause size={16} aria-hidden />
            <Text size="sm" fw={600}>
              {technicianWords.runningLate(visit.runningLate)}
            </Text>
          </Group>
        )}
        {pending && <PendingMark step={pending} />}
        <Anchor component={Link} to={`/visit/view/${visit.id}/default`} size="sm" className={styles.link}>
          <span>
            OT {visit.orderNumber} · {visit.orderTypeName}
          </span>
        </Anchor>
        <Text size="sm" fw={600} truncate>
          {visit.clientName}
        </Text>
        <div className={styles.place}>
          <MapLink address={visit.address} location={visit.location} />
          <button
            type="button"
            className={styles.unfold}
            aria-expanded={shown}
            aria-controls={details}
            aria-label={`${shown ? technicianWords.fewer : technicianWords.details}: OT ${visit.orderNumber}`}
            onClick={() => setOpened(!shown)}
          >
            <IconChevronDown size={20} aria-hidden />
          </button>
        </div>
        <div id={details} className={styles.details} hidden={!shown}>
          <Group gap={0} className={styles.reaches}>
            <TelephoneLink telephone={visit.telephone} onCall={() => props.actions.call(visit)} />
            <WhatsappLink telephone={visit.telephone} />
          </Group>
          <Text size="sm">
            {[visit.symptom, networkPlace(visit.nodeName, visit.tag), visit.zoneName]
              .filter(Boolean)
              .join(' · ')}
          </Text>
          {visit.notes.length > 0 && (
            <Text size="sm" c="dimmed" className={styles.notes}>
              {visit.notes.join('\n')}
            </Text>
          )}
        </div>
        {!readOnly && isOpen(visit) && (
          <div className={styles.row}>
            <FieldButtons {...props} />
          </div>
        )}
      </Stack>
    </Card>
  );
}
