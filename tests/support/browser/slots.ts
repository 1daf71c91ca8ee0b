import type { Demo } from './people.ts';

type Slot = { id: number; name: string; from: number; to: number; version: number };
/** An operation with its slots, as the editor shows them one below the other. */
export type Grouped = { subsidiary_id: string; name: string; timestripes: Slot[] };

export const slotsByOperation = async ({ jefe }: Demo): Promise<Grouped[]> =>
  (await jefe<Grouped[]>('timestripes', { sample: null })).data;

/** The last operation of the dispatcher's that has slots: without much going on. */
export const lastWithSlots = async (demo: Demo): Promise<Grouped> =>
  (await slotsByOperation(demo)).filter(({ timestripes }) => timestripes.length > 0).at(-1)!;
