import type { FieldVisit } from '../../db/reads/visits/technician-day.ts';

/** A visit as the dialogs of one or many need it. */
export type WorkVisit = Pick<
  FieldVisit,
  'id' | 'version' | 'orderNumber' | 'technicianId' | 'orderType' | 'symptomId'
>;

/** The versions that the asker saw, as the commands of many take them. */
export const versionsOf = (visits: readonly WorkVisit[]): Record<string, number> =>
  Object.fromEntries(visits.map(({ id, version }) => [id, version]));
