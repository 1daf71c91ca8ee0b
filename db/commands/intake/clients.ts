import { operationsOf } from '../../../machines/access/permissions.ts';
import { changedFields, clientFields } from '../../../machines/order/changed-fields.ts';
import { isProblem, mergeClient, rowProblem } from '../../../machines/order/intake.ts';
import { pointProblem } from '../../../machines/order/point.ts';
import type { Frame } from '../../record/transact.ts';
import type { Kind, Outcome } from './kind.ts';
import {
  clientRowOf,
  givenContact,
  type LockedClients,
  lockClients,
  movedClients,
  recordClientChanges,
  saveClients,
} from './locked-clients.ts';
import { centreNodes } from './node-centres.ts';
import { type ClientInput, clientRow } from './rows.ts';

export const clients: Kind<typeof clientRow> = {
  row: clientRow,
  numberField: 'client_id',
  perTransaction: 500,
  contacts: (row) => [{ operation: row.client_id.slice(0, 3), within: '', ...givenContact(row) }],
  touched: (rows) => ({ orders: [], clients: rows.map((row) => row.client_id) }),
  async take(frame, rows, promised) {
    const locked = await lockClients(
      frame,
      rows.map((row) => row.client_id),
    );
    const outcomes = rows.map((row) => takeOne(frame, locked, row));
    for (const id of locked.now.keys()) promised.add(`client.${id}`);
    return {
      outcomes,
      async save() {
        await saveClients(frame, locked);
        await recordClientChanges(frame, locked, new Set());
        await centreNodes(frame.tx, { orders: [], clients: movedClients(locked) });
      },
    };
  },
};

function takeOne({ actor, bounds }: Frame, locked: LockedClients, row: ClientInput): Outcome {
  if (!operationsOf(actor).includes(row.client_id.slice(0, 3)))
    return rowProblem('foreign-operation', 'client_id');
  const misplaced = pointProblem(row, bounds);
  if (misplaced) return rowProblem(misplaced, 'lat');
  const before = locked.now.get(row.client_id);
  const after = mergeClient(before, clientRowOf(locked, row.client_id, row));
  if (isProblem(after)) return after;
  locked.now.set(row.client_id, after);
  if (!before) return 'created';
  const changed = changedFields(before, after, clientFields);
  return changed.length > 0 ? { changed } : 'unchanged';
}
