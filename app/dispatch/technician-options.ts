import { createWords } from '../words/creation.ts';

/** No technician, as a choice of its own. */
export const noTechnician = 'none';

type Technician = { id: number; name: string; assignedVisits: number | null };

/**
 * Technicians as a list offers them (S2 §2): none first, then each with the visits that they have in the slot.
 * @param none how none is called here
 */
export const technicianOptions = (technicians: readonly Technician[], none: string) => [
  { value: noTechnician, label: none },
  ...technicians.map(({ id, name, assignedVisits }) => ({
    value: String(id),
    label: assignedVisits === null ? name : `${name} ${createWords.assigned(assignedVisits)}`,
  })),
];
