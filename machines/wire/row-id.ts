/** The largest id of an integer column. */
export const mostRowId = 2_147_483_647;

/** The id that a text from outside names, as it is written in addresses: digits alone, from 1; null: none that a row can have. */
export function readRowId(text: string | null | undefined): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text ?? '')) return null;
  const id = Number(text);
  return id <= mostRowId ? id : null;
}
