import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { isRefusal } from '../../../machines/words/refusals.ts';
import { typed } from '../../connection/typed.ts';
import { command } from '../../record/transact.ts';
import { absences } from '../../schema/index.ts';
import { id, seenVersion } from '../input.ts';
import { lockAbsence, readAbsenceFacts, recordAbsence } from './lock-absence.ts';

export const deleteAbsenceInput = z.object({ id, version: seenVersion });

/** Delete an absence: the technician works again in those days. It stays in the history. */
export const deleteAbsence = command({
  name: 'deleteAbsence',
  input: deleteAbsenceInput,
  permission: 'can_edit_crew',
  async run(frame, input) {
    const locked = await lockAbsence(frame, input.id, input.version);
    if (isRefusal(locked)) return locked;
    const { absence, technician } = locked;
    await typed(frame.tx).delete(absences).where(eq(absences.id, absence.id));
    const from = await readAbsenceFacts(frame, technician, absence);
    recordAbsence(frame, technician, { change: 'deleted', absenceId: absence.id, from });
    return {};
  },
});
