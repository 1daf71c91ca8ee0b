import { Anchor, Container, ScrollArea, Table, Text, Title } from '@mantine/core';
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { findSlot } from '../../../db/reads/creation.ts';
import { listSlotVisits } from '../../../db/reads/slot-visits.ts';
import { derivations } from '../../../machines/labels.ts';
import { refuse } from '../../../machines/refusals.ts';
import { formatDay, isDay, slotLabel } from '../../../machines/slots.ts';
import { StatusBadge } from '../../board/status.tsx';
import { requireSession } from '../../require-session.ts';
import { Empty } from '../../ui/trouble.tsx';
import { words } from '../../words.ts';
import type { ScreenHandle } from '../signed-in/screen.ts';

export const handle: ScreenHandle = { title: words.slot.heading };
export const meta: MetaFunction = () => [{ title: `${words.slot.heading} · ${words.product}` }];

/** A slot of a day with its visits (S2 §2 'Time-slot detail view'), to read. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const { actor } = requireSession(context);
  const id = Number(params.timestripe);
  const valid = Number.isInteger(id) && id > 0 && id <= 2_147_483_647 && isDay(params.date ?? '');
  const slot = valid ? await findSlot(context.db, actor, id) : undefined;
  if (!slot) throw new Response(refuse('slot-unknown').text, { status: 404 });
  return { slot, day: params.date!, visits: await listSlotVisits(context.db, actor, params.date!, id) };
}

export default function SlotDetail() {
  const { slot, day, visits } = useLoaderData<typeof loader>();
  return (
    <Container fluid py="md" w="100%">
      <Title order={2} size="h4" mb="sm">
        {words.slot.title(slotLabel(slot), formatDay(day))}
      </Title>
      {visits.length === 0 ? (
        <Empty title={words.slot.empty} />
      ) : (
        <ScrollArea type="auto" tabIndex={0}>
          <Table striped fz="sm" verticalSpacing={5} miw={900}>
            <Table.Thead>
              <Table.Tr>
                {Object.values(words.slot.columns).map((column) => (
                  <Table.Th key={column}>{column}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {visits.map((visit) => (
                <Table.Tr key={visit.id} data-visit-id={visit.id} data-version={visit.version}>
                  <Table.Td>{visit.orderNumber}</Table.Td>
                  <Table.Td>{visit.clientId}</Table.Td>
                  <Table.Td>{visit.address}</Table.Td>
                  <Table.Td>{visit.nodeName}</Table.Td>
                  <Table.Td>{visit.zoneName}</Table.Td>
                  <Table.Td>{visit.symptom}</Table.Td>
                  <Table.Td>{visit.technicianName ?? words.visit.unassigned}</Table.Td>
                  <Table.Td>
                    <StatusBadge visit={visit} reasonText={visit.reasonText} />
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm">
                      {visit.derivationType === null ? '' : derivations[visit.derivationType]}
                    </Text>
                  </Table.Td>
                  <Table.Td>
                    <Anchor
                      component={Link}
                      to={`/visit/view/${visit.id}/jefetec`}
                      size="sm"
                      aria-label={`${words.slot.see} ${words.visit.title(visit.id)}`}
                    >
                      {words.slot.see}
                    </Anchor>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      )}
    </Container>
  );
}
