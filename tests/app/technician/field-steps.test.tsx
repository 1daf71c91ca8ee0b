// @vitest-environment happy-dom
import { renderHook, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FieldSteps } from '../../../app/routes/tecnico/field-steps.ts';
import { useFieldSteps } from '../../../app/routes/tecnico/use-field-steps.ts';
import type { FieldVisit } from '../../../db/reads/visits/technician-day.ts';
import { today } from '../../../machines/calendar/slots.ts';

it('the server’s decisions stand for what it drew, and the machine decides for what has changed since', async () => {
  const day = today(new Date());
  const visit = {
    id: 7,
    day,
    technicianId: 1,
    statusId: 1,
    onTheWay: false,
    arrival: 'offered',
  } as FieldVisit;
  const free = { ...visit, id: 8, technicianId: null };
  const by = { technicianId: 1, currentVisitId: null, departs: true, today: day };
  const drawnSteps: FieldSteps = { take: 'server', release: null, onTheWay: null, arrive: null, close: null };
  const drawn = { by, of: new Map([[visit, drawnSteps]]) };
  const { result } = renderHook(() => useFieldSteps(drawn));
  expect(result.current(visit, by)).toBe(drawnSteps);
  expect(result.current(free, by)).toBeNull();

  await waitFor(() => expect(result.current(free, by)).not.toBeNull());
  expect(result.current(free, by)).toMatchObject({ take: null });
  expect(result.current(free, by)!.onTheWay).toMatch(/\w/);
  expect(result.current(visit, by)).toBe(drawnSteps);
  // Another visit is on the way since: what was drawn holds no longer.
  expect(result.current(visit, { ...by, currentVisitId: 9 })).toMatchObject({
    onTheWay: expect.stringMatching(/\w/),
  });
});
