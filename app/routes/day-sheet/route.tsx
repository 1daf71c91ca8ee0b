import { Container, Group, Text, Title } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { isRouteErrorResponse, useLoaderData, useRouteError } from '@remix-run/react';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { findTechnicianByName, readTechnicianDay } from '../../../db/reads/visits/technician-day.ts';
import { dayInWords, formatDay, slotLabel } from '../../../machines/calendar/slots.ts';
import { statusLabel, toneOf } from '../../../machines/visit/labels.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { networkPlace } from '../../board/lookups/network-place.ts';
import { StatusIcon } from '../../board/status.tsx';
import { requireSession } from '../../require-session.server.ts';
import { PrintButton } from '../../ui/buttons/print-button.tsx';
import { Empty, ErrorInScreen } from '../../ui/content/error-page.tsx';
import { errorWords, shellWords } from '../../words/shell/shell-words.ts';
import { technicianWords } from '../../words/technician/technician-words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';
import styles from './day-sheet.module.css';

export const handle: ScreenHandle = { title: technicianWords.sheet };
export const meta: MetaFunction = () => [{ title: `${technicianWords.sheet} · ${shellWords.product}` }];

/** All visits of a technician's day, done ones too, for paper (ux.md U39). */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { actor } = requireSession(context);
  const technician = await findTechnicianByName(context.db, actor, params.nombre ?? '');
  if (!technician) throw new Response(refuse('technician-unknown').text, { status: 404 });
  const operations = technician.operations.filter((code) => actor.operations.includes(code));
  const day = await readTechnicianDay(context.db, technician.id, operations, {
    includeFinished: true,
    now: new Date(),
    assignedOnly: true,
  });
  return { name: technician.name, day: day.day, visits: day.assigned };
}

/** A technician who is not there: said inside the frame. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) throw error;
  return <ErrorInScreen back={{ to: '/', text: errorWords.goHome }} />;
}

export default function DaySheet() {
  const { name, day, visits } = useLoaderData<typeof loader>();
  return (
    <Container size="lg" py="sm" w="100%" className={styles.sheet}>
      <Group justify="space-between" align="flex-start" mb="sm">
        <div>
          <Title order={2} size="h3">
            {name}
          </Title>
          <Text size="sm" c="dimmed">
            {technicianWords.sheetDay(dayInWords(day), visits.length)}
          </Text>
        </div>
        <PrintButton onPhone />
      </Group>
      {visits.length === 0 ? (
        <Empty title={technicianWords.sheetEmpty} hint={technicianWords.sheetEmptyHint} />
      ) : (
        <ol className={styles.visits}>
          {visits.map((visit) => (
            <Line key={visit.id} visit={visit} day={day} />
          ))}
        </ol>
      )}
    </Container>
  );
}

function Line({ visit, day }: { visit: FieldVisit; day: string }) {
  return (
    <li className={styles.visit} data-visit-id={visit.id}>
      <div>
        <strong>{slotLabel({ ...visit, name: visit.slotName })}</strong>
        {visit.day !== day && <div>{formatDay(visit.day)}</div>}
        <div className={styles.state}>
          <StatusIcon tone={toneOf(visit)} />
          {statusLabel(visit, visit.reasonText)}
        </div>
      </div>
      <div>
        <strong>{visit.clientName}</strong>
        <div>{[visit.address, visit.location].filter(Boolean).join(', ')}</div>
        <div>{visit.telephone}</div>
      </div>
      <div>
        <div>
          OT {visit.orderNumber} · {visit.orderTypeName}
        </div>
        <div>
          {[visit.symptom, networkPlace(visit.nodeName, visit.tag), visit.zoneName]
            .filter(Boolean)
            .join(' · ')}
        </div>
        {visit.notes.length > 0 && <div className={styles.notes}>{visit.notes.join('\n')}</div>}
      </div>
    </li>
  );
}
