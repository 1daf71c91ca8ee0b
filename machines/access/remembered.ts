/** The remembered filters of a board; the week and open panels are not (ux.md U16). */
export const rememberedParams = [
  'op',
  'zona',
  'modo',
  'contratistas',
  'sinvisita',
  'tipo',
  'lista',
  'dias',
  'pasados',
  'vista',
  'grupo',
  'ordenar',
  'filas',
] as const;

// Of operations there may be several.
const shapeOf = (name: string) =>
  name === 'op' ? /^[a-z0-9]{1,20}(,[a-z0-9]{1,20}){0,3}$/i : /^[a-z0-9]{1,20}$/i;

/** What is remembered of a board's address: the filters of a known shape, in a fixed order. */
export function rememberedOf(search: string): string {
  const params = new URLSearchParams(search);
  const filters = new URLSearchParams();
  for (const name of rememberedParams) {
    const value = params.get(name);
    if (value !== null && shapeOf(name).test(value)) filters.set(name, value);
  }
  return filters.toString();
}
