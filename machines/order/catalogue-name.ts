/** What systems and spreadsheets write where there is nothing. */
const nothing =
  /^(?:\(?null\)?|none|nil|undefined|nan|#?n\/?a|#?n\/?d|s\/d|#[¡¿]?(?:ref|value|valor|div\/0|name|nombre|null|nulo|num)[!?]|[^\p{L}\p{N}]*)$/iu;

/** A catalogue's name with its blanks made one each; null: it is none, as 'NULL', '-' or 'N/A'. */
export function catalogueName(text: string): string | null {
  const name = text.replace(/\s+/g, ' ').trim();
  return nothing.test(name) ? null : name;
}

/** What two names of a catalogue are compared by: without blanks too many, capitals and accents. */
export const nameKey = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('es').replace(/\s+/g, ' ').trim();
