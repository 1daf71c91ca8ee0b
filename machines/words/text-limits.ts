/** How long a text may be, counted by `lengthOf`: for the command that refuses it, and the form that counts while one types. */
export const textLimits = {
  note: 2_000,
  /** Why a full slot takes one more, or a visit is released. */
  reason: 100,
  absenceReason: 200,
  signatureName: 120,
  settingName: 80,
  skillName: 40,
  personName: 60,
  username: 40,
  email: 200,
} as const;

/** In code points: an emoji is one, on both sides. */
export const lengthOf = (text: string): number => [...text].length;

/** '' while there is much left; else how much still fits. */
export function leftText(text: string, max: number): string {
  const left = max - lengthOf(text);
  if (left < 0 || left > Math.max(10, max / 10)) return '';
  if (left === 0) return 'No queda lugar.';
  return left === 1 ? 'Queda 1 carácter.' : `Quedan ${left} caracteres.`;
}

/** null: it fits. */
export function tooLongText(text: string, max: number): string | null {
  const over = lengthOf(text) - max;
  if (over <= 0) return null;
  return `Admite hasta ${max} caracteres: ${over === 1 ? 'sobra' : 'sobran'} ${over}.`;
}
