/** What can be done about an item in a dialog, as the address names it. */
export const attentionActs = ['cerrar', 'asignar', 'reprogramar'] as const;
export type AttentionAct = (typeof attentionActs)[number];

/** What the address asks for: the list (`?atencion=1`), or a dialog over it (`?atencion=asignar.unassigned.123`). */
export type Asked = { act: AttentionAct | null; key: string | null };

export function readAsked(search: string): Asked | null {
  const value = new URLSearchParams(search).get('atencion');
  if (value === null) return null;
  const at = value.indexOf('.');
  const act = attentionActs.find((name) => name === value.slice(0, at)) ?? null;
  return { act, key: act && value.slice(at + 1) };
}
