/** A press that got no answer, with its key: sent again it acts once, whatever became of the first try. */
export type UnsentPress = {
  visitId: number;
  orderNumber: string;
  step: 'take' | 'release' | 'onTheWay';
  input: object;
  key: string;
};

/** Of a user alone: on a shared phone the next one who signs in is not offered to send it as theirs. */
const placeOf = (userId: number) => `agenda.sin-enviar.${userId}`;

/** Kept in the tab, so that a reload does not lose it; null forgets it. */
export function keepPress(userId: number, press: UnsentPress | null): void {
  try {
    if (press) sessionStorage.setItem(placeOf(userId), JSON.stringify(press));
    else sessionStorage.removeItem(placeOf(userId));
  } catch {
    // A full or forbidden storage only loses the recovery.
  }
}

export function readPress(userId: number): UnsentPress | null {
  try {
    return JSON.parse(sessionStorage.getItem(placeOf(userId)) ?? 'null') as UnsentPress | null;
  } catch {
    return null;
  }
}
