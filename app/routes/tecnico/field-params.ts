import { groupLimit } from './use-technician-day.ts';

/** How many more of the free visits each press brings. */
export const freeStep = 15;

/** What a technician's screen shows stands in its address, so that Back, a reload and a link show the same. */
export type FieldParams = {
  group: 'assigned' | 'timestripe';
  /** The visit whose closing form is open. */
  closing: number | null;
  /** The choice of 'Voy atrasado' is open. */
  late: boolean;
  zone: number | null;
  freeLimit: number;
};

export function readFieldParams(search: string): FieldParams {
  const params = new URLSearchParams(search);
  const number = (name: string) => {
    const text = params.get(name);
    return text && /^\d{1,9}$/.test(text) ? Number(text) : null;
  };
  return {
    group: params.get('grupo') === 'tomar' ? 'timestripe' : 'assigned',
    closing: number('cerrar'),
    late: params.has('atraso'),
    zone: number('zona'),
    freeLimit: Math.min(Math.max(number('libres') ?? groupLimit, groupLimit), 500),
  };
}
