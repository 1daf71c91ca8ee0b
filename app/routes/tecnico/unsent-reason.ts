const nameOf = (visitId: number) => `agenda.desasignar.${visitId}`;

/** The reason of a release is kept in the tab until it got through: a refusal or a reload loses nothing (ux.md U14). */
export function keepUnsent(visitId: number, reason: string): void {
  try {
    sessionStorage.setItem(nameOf(visitId), reason);
  } catch {
    // A full or forbidden storage only loses the recovery.
  }
}

export function readUnsent(visitId: number): string {
  try {
    return sessionStorage.getItem(nameOf(visitId)) ?? '';
  } catch {
    return '';
  }
}

export function forgetUnsent(visitId: number): void {
  try {
    sessionStorage.removeItem(nameOf(visitId));
  } catch {
    // As above.
  }
}
