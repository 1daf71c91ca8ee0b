import { operationsOf } from '../../../machines/access/permissions.ts';
import { acknowledgement, eventReason } from '../../../machines/attention/attention.ts';
import { refuse } from '../../../machines/words/refusals.ts';
import { command, type Frame } from '../../record/transact.ts';
import { lockVisits } from '../../record/visit-row.ts';
import type { Columns, events } from '../../schema/index.ts';
import { acknowledgeInput } from './acknowledge-input.ts';

type Asking = Columns<typeof events, 'version' | 'name' | 'at' | 'data' | 'orderNumber'> & {
  visitId: number;
};

/**
 * 'Enterado': a user has seen what a customer did, or that a message failed (contract §12). It holds for the whole
 * operation, and for that very event: another answer asks for attention anew. Idempotent. All or none.
 */
export const acknowledgeEvents = command({
  name: 'acknowledgeEvents',
  input: acknowledgeInput,
  permission: 'can_query_client',
  async run(frame, { subsidiary: operation, events: versions }) {
    if (!operationsOf(frame.actor).includes(operation)) return refuse('operation-not-assigned');
    const requested = [...new Set(versions)];
    const asking = (await listEvents(frame, operation, requested)).filter(
      (event) => eventReason(event) !== null,
    );
    if (asking.length < requested.length) return refuse('attention-unknown');
    // Of two users who press at once the later one finds what the first has written.
    await lockVisits(frame.tx, [...new Set(asking.map(({ visitId }) => visitId))], [operation]);
    const acknowledged = await listAcknowledged(frame, operation, asking);
    for (const { version, name, visitId, orderNumber } of asking)
      if (!acknowledged.has(version))
        frame.record({
          operation,
          name: acknowledgement,
          visitId,
          orderNumber,
          data: { to: { event: version, name } },
        });
    return { subsidiary: operation, events: requested };
  },
});

const listEvents = ({ tx }: Frame, operation: string, versions: number[]) => tx<Asking[]>`
  select version, name, at, data, visit_id, order_number from events
  where operation = ${operation} and version = any(${versions}::bigint[]) and visit_id is not null order by version`;

/** The versions of those that were acknowledged before. */
async function listAcknowledged({ tx }: Frame, operation: string, asking: Asking[]): Promise<Set<number>> {
  const rows = await tx<{ event: number }[]>`
    select (data #>> '{to,event}')::bigint as event from events
    where visit_id = any(${asking.map(({ visitId }) => visitId)}::int[]) and operation = ${operation}
      and name = ${acknowledgement}`;
  return new Set(rows.map(({ event }) => event));
}
