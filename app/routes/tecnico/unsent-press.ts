import type { CommandName } from '../../command.ts';

/** A press that got no answer, with its key: sent again it acts once, whatever became of the first try. */
export type UnsentPress = {
  visitId: number;
  orderNumber: string;
  step: 'take' | 'release' | 'onTheWay';
  name: CommandName;
  input: object;
  key: string;
};

const place = 'agenda.sin-enviar';

/** Kept in the tab, so that a reload does not lose it; null forgets it. */
export function keepPress(press: UnsentPress | null): void {
  try {
    if (press) sessionStorage.setItem(place, JSON.stringify(press));
    else sessionStorage.removeItem(place);
  } catch {
    // A full or forbidden storage only loses the recovery.
  }
}

export function readPress(): UnsentPress | null {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? 'null') as UnsentPress | null;
  } catch {
    return null;
  }
}
