import { Alert, Container, Stack, Tabs, Text } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { isRouteErrorResponse, useLoaderData, useRouteError } from '@remix-run/react';
import { listVersions } from '../../../db/reads/operation-version.ts';
import {
  findTechnicianByName,
  listDepartureOperations,
  readTechnicianDay,
} from '../../../db/reads/technician-day.ts';
import { refuse } from '../../../machines/refusals.ts';
import { formatDay } from '../../../machines/slots.ts';
import { FinishDialog } from '../../closing/finish-dialog.tsx';
import { useReading } from '../../reading.ts';
import { requireSession } from '../../require-session.ts';
import { Empty, TroubleInside } from '../../ui/trouble.tsx';
import { words } from '../../words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';
import { CurrentBar } from './current-bar.tsx';
import { FieldCard } from './field-card.tsx';
import { NotAllowedDialog, ReleaseDialog, TimeoutDialog } from './small-dialogs.tsx';
import styles from './tecnico.module.css';
import { useTechnicianActions } from './use-technician-actions.ts';
import { groupLimit, useTechnicianDay } from './use-technician-day.ts';

export const handle: ScreenHandle = { title: words.technicianTitle };
export const meta: MetaFunction = () => [{ title: words.technicianTitle }];

/** A technician's day (S1 §2 index_tecnico); with a name in the path, that technician's day to look at. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { actor } = requireSession(context);
  const now = new Date();
  const named = params.nombre ? await findTechnicianByName(context.db, actor, params.nombre) : undefined;
  if (params.nombre && !named) throw new Response(refuse('technician-unknown').text, { status: 404 });
  const technicianId = named?.id ?? actor.technicianId;
  if (technicianId === null) throw new Response(refuse('not-a-technician').text, { status: 403 });
  const operations = named
    ? named.operations.filter((code) => actor.operations.includes(code))
    : actor.operations;
  // Read before the day, so that no change between the two is missed.
  const versions = (await listVersions(context.db)).filter(({ code }) => operations.includes(code));
  const [day, departing] = await Promise.all([
    readTechnicianDay(context.db, technicianId, operations, {
      includeFinished: false,
      now,
      limit: groupLimit,
    }),
    listDepartureOperations(context.db),
  ]);
  return {
    day,
    versions: Object.fromEntries(versions.map(({ code, version }) => [code, version])),
    technicianId,
    /** 'Voy en camino' goes by the technician's first operation. */
    departs: departing.includes((named?.operations ?? actor.operations)[0] ?? ''),
    demo: named && named.id !== actor.technicianId ? named.name : null,
  };
}

/** Nobody's day, or one that is not there: said inside the frame. Anything else goes on to the frame's own page. */
export function ErrorBoundary() {
  const error = useRouteError();
  if (!isRouteErrorResponse(error)) throw error;
  return <TroubleInside back={{ to: '/', text: words.trouble.goHome }} />;
}

export default function Tecnico() {
  const loaded = useLoaderData<typeof loader>();
  const read = useReading();
  const day = useTechnicianDay(loaded.day, loaded.technicianId, loaded.versions, read);
  const actions = useTechnicianActions(day, loaded.technicianId, read);
  const { assigned, free } = actions.groups;
  const current = assigned.find((visit) => visit.onTheWay);
  const card = (visit: (typeof assigned)[number]) => (
    <FieldCard
      key={visit.id}
      visit={visit}
      today={loaded.day.day}
      technicianId={loaded.technicianId}
      currentVisitId={current?.id ?? null}
      departs={loaded.departs}
      readOnly={loaded.demo !== null}
      actions={actions}
    />
  );
  return (
    <Container size="md" w="100%" px="sm" py="sm" className={styles.page}>
      <Stack gap="xs" mb="sm">
        <Text size="sm" c="dimmed">
          {formatDay(loaded.day.day)}
        </Text>
        {loaded.demo && (
          <Alert color="blue" variant="light">
            {words.technician.demo(loaded.demo)}
          </Alert>
        )}
      </Stack>
      <Tabs defaultValue="assigned" keepMounted={false}>
        <Tabs.List grow className={styles.tabs}>
          <Tabs.Tab value="assigned">
            {words.technician.assigned} ({day.assignedTotal})
          </Tabs.Tab>
          <Tabs.Tab value="timestripe">
            {words.technician.timestripe} ({day.freeTotal})
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="assigned" pt="sm">
          {assigned.length === 0 ? (
            <Empty title={words.technician.empty} />
          ) : (
            <>
              <CappedNotice shown={assigned.length} total={day.assignedTotal} />
              <ul className={styles.cards}>{assigned.map(card)}</ul>
            </>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="timestripe" pt="sm">
          {free.length === 0 ? (
            <Empty title={words.technician.emptyFree} />
          ) : (
            <>
              <CappedNotice shown={free.length} total={day.freeTotal} />
              <ul className={styles.cards}>{free.map(card)}</ul>
            </>
          )}
        </Tabs.Panel>
      </Tabs>
      {current && !loaded.demo && (
        <CurrentBar visit={current} close={() => actions.open({ kind: 'finish', visit: current })} />
      )}
      <ReleaseDialog dialog={actions.dialog} close={actions.closeDialog} release={actions.release} />
      <NotAllowedDialog dialog={actions.dialog} close={actions.closeDialog} />
      <TimeoutDialog dialog={actions.dialog} close={actions.closeDialog} />
      <FinishDialog
        visit={actions.dialog?.kind === 'finish' ? actions.dialog.visit : null}
        close={actions.closeDialog}
      />
    </Container>
  );
}

/** At most 15 oldest visits a group, with a notice (S1 §9). */
function CappedNotice({ shown, total }: { shown: number; total: number }) {
  if (total <= shown) return null;
  return (
    <Text size="sm" c="dimmed" mb="xs" role="note">
      {words.technician.capped(shown, total)}
    </Text>
  );
}
