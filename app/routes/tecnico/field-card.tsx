import { Anchor, Button, Card, Group, Stack, Text } from '@mantine/core';
import { Link } from '@remix-run/react';
import { IconDoorExit, IconHandGrab, IconMapPin, IconPhone, IconTool, IconTruck } from '@tabler/icons-react';
import type { FieldVisit } from '../../../db/reads/technician-day.ts';
import { type RefusalCode, refusals } from '../../../machines/refusals.ts';
import { formatDay, slotLabel } from '../../../machines/slots.ts';
import { technicianSteps } from '../../../machines/visit.ts';
import { StatusBadge } from '../../board/status.tsx';
import { words } from '../../words.ts';
import styles from './tecnico.module.css';
import type { TechnicianActions } from './use-technician-actions.ts';

type Props = {
  visit: FieldVisit;
  today: string;
  technicianId: number;
  currentVisitId: number | null;
  departs: boolean;
  readOnly: boolean;
  actions: TechnicianActions;
};

/** One visit in the hand: where, who, what, and at its bottom what can be done with it. */
export function FieldCard({ visit, today, technicianId, currentVisitId, departs, readOnly, actions }: Props) {
  const place = [visit.address, visit.location].filter(Boolean).join(', ');
  return (
    <Card
      component="li"
      withBorder
      p="sm"
      className={styles.card}
      data-visit-id={visit.id}
      data-version={visit.version}
      data-current={visit.onTheWay || undefined}
    >
      <Stack gap={6}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div>
            <Text fw={650}>
              {slotLabel({ ...visit, name: visit.slotName })}
              {visit.day !== today && ` · ${formatDay(visit.day)}`}
            </Text>
            <Anchor component={Link} to={`/visit/view/${visit.id}/default`} size="sm">
              OT {visit.orderNumber} · {visit.orderTypeName}
            </Anchor>
          </div>
          <StatusBadge visit={visit} reasonText={visit.reasonText} />
        </Group>
        <div>
          <Text size="sm" fw={600}>
            {visit.clientName}
          </Text>
          <Group gap={0} className={styles.reaches}>
            {place && (
              <Anchor
                className={styles.reach}
                href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`}
                target="_blank"
                rel="noreferrer"
                aria-label={`${words.technician.map}: ${place}`}
              >
                <IconMapPin size={18} aria-hidden /> {place}
              </Anchor>
            )}
            {visit.telephone && (
              <Anchor
                className={styles.reach}
                href={`tel:${visit.telephone.replace(/[^\d+]/g, '')}`}
                aria-label={`${words.technician.call} ${visit.telephone}`}
              >
                <IconPhone size={18} aria-hidden /> {visit.telephone}
              </Anchor>
            )}
          </Group>
        </div>
        <Text size="sm">
          {[visit.symptom, visit.nodeName, visit.tag, visit.zoneName].filter(Boolean).join(' · ')}
        </Text>
        {visit.notes.length > 0 && (
          <Text size="sm" c="dimmed" className={styles.notes}>
            {visit.notes.join('\n')}
          </Text>
        )}
        {!readOnly && (
          <Buttons
            visit={visit}
            steps={technicianSteps(visit, {
              technicianId,
              currentVisitId,
              departs,
              isToday: visit.day === today,
            })}
            departs={departs}
            actions={actions}
          />
        )}
      </Stack>
    </Card>
  );
}

function Buttons({
  visit,
  steps,
  departs,
  actions,
}: {
  visit: FieldVisit;
  steps: ReturnType<typeof technicianSteps>;
  departs: boolean;
  actions: TechnicianActions;
}) {
  const flying = actions.inFlight(visit.id);
  if ((visit.technicianId === null && flying !== 'release') || flying === 'take')
    return (
      <Act
        label={flying === 'take' ? words.technician.taking : words.technician.take}
        icon={<IconHandGrab size={18} aria-hidden />}
        refusal={steps.take}
        busy={flying !== null}
        press={() => actions.take(visit)}
        refuse={actions.refuse}
        main
      />
    );
  const closeable = steps.close === null;
  return (
    <Group grow gap="xs" mt={4}>
      <Act
        label={words.technician.release}
        icon={<IconDoorExit size={18} aria-hidden />}
        refusal={steps.release}
        busy={flying !== null}
        press={() => actions.open({ kind: 'release', visit })}
        refuse={actions.refuse}
      />
      {departs && !closeable && (
        <Act
          label={words.technician.onTheWay}
          icon={<IconTruck size={18} aria-hidden />}
          refusal={steps.onTheWay}
          busy={flying !== null}
          press={() => actions.depart(visit)}
          refuse={actions.refuse}
          main
        />
      )}
      {closeable && (
        <Act
          label={words.technician.close}
          icon={<IconTool size={18} aria-hidden />}
          refusal={null}
          busy={flying !== null}
          press={() => actions.open({ kind: 'finish', visit })}
          refuse={actions.refuse}
          main
        />
      )}
    </Group>
  );
}

/** A button that is off still answers a press with the reason: a finger has no tooltip. */
function Act(props: {
  label: string;
  icon: React.ReactNode;
  refusal: RefusalCode | null;
  busy: boolean;
  press: () => void;
  refuse: (code: RefusalCode) => void;
  main?: boolean;
}) {
  const { label, icon, refusal, busy, press, refuse, main } = props;
  const why = refusal ? refusals[refusal][1] : undefined;
  return (
    <Button
      size="md"
      h={46}
      px="xs"
      variant={main ? 'filled' : 'default'}
      leftSection={icon}
      aria-disabled={refusal !== null || busy || undefined}
      data-off={refusal !== null || undefined}
      data-busy={busy || undefined}
      className={styles.act}
      title={why}
      aria-description={why}
      onClick={() => {
        if (busy) return;
        if (refusal) refuse(refusal);
        else press();
      }}
    >
      {label}
    </Button>
  );
}
