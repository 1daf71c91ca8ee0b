/**
 * How the search reads a text, the record's and the question's alike: `search_plain` of the newest migration that makes it
 * is the same in SQL, and `tests/db/boards/search-folding.test.ts` compares the two.
 */

/** Letters that Unicode does not take apart. */
const from = 'ØøĐđÐðŁłĦħŦŧıŊŋ';
const to = 'OoDdDdLlHhTtiNn';
const letters = new Map([...from].map((letter, at) => [letter, to[at]!]));
const pairs: Record<string, string> = {
  ß: 'ss',
  ẞ: 'SS',
  Æ: 'AE',
  æ: 'ae',
  Œ: 'OE',
  œ: 'oe',
  Þ: 'TH',
  þ: 'th',
};

/** Each word with its abbreviations; the longest form stands for all, so that its beginning finds it while it is typed. */
export const abbreviations: Record<string, string[]> = {
  almirante: ['alte'],
  avenida: ['av', 'avd', 'avda'],
  barrio: ['bo'],
  boulevard: ['bv', 'bvd', 'bvar', 'blvd', 'blvar', 'bulevar'],
  brigadier: ['brig'],
  comandante: ['cmte', 'cdte', 'comte'],
  coronel: ['cnel', 'crnel'],
  departamento: ['dto', 'dpto', 'depto', 'dep', 'dept'],
  doctor: ['dr'],
  doctora: ['dra'],
  edificio: ['edif'],
  esquina: ['esq'],
  francisco: ['fco'],
  general: ['gral', 'grl'],
  gobernador: ['gdor', 'gob'],
  hermanos: ['hnos'],
  ingeniero: ['ing'],
  kilometro: ['km'],
  lote: ['lt', 'lte'],
  manzana: ['mz', 'mza', 'mzna'],
  maria: ['ma'],
  monsenor: ['mons'],
  nuestra: ['ntra'],
  numero: ['no', 'nro', 'num'],
  pasaje: ['pje', 'psje'],
  presidente: ['pte', 'pdte', 'pres'],
  profesor: ['prof'],
  santa: ['sta'],
  santo: ['sto'],
  sargento: ['sgto'],
  senor: ['sr'],
  senora: ['sra'],
  teniente: ['tte'],
};
const wordOf = new Map(Object.entries(abbreviations).flatMap(([word, short]) => short.map((s) => [s, word])));

/** A text's words as they are written: letters and digits, in lower case, without accents. */
export function plainWords(text: string): string[] {
  const bare = text
    .replace(/\.(?=[ºª°˚])/g, '')
    .replace(/([0-9])[ºª°˚]/g, '$1 ')
    .replace(/[°˚]/g, 'o')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^\0-\x7f]/g, (letter) => letters.get(letter) ?? pairs[letter] ?? letter)
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return bare.match(/[a-z0-9]+/g) ?? [];
}

/** The word that stands for a plain word and all its abbreviations; '1er', '1ro' and '1o' are 1. */
export const foldWord = (plain: string): string =>
  wordOf.get(plain) ??
  /^(\d+)(?:o|er|ero|era|ro|ra|do|da|to|ta|mo|ma|vo|va|no|na)$/.exec(plain)?.[1] ??
  plain;

/** What a plain word may be the beginning of, as the search knows words: itself, and the words whose abbreviations begin so. */
export const begunWords = (plain: string): string[] => [
  ...new Set([
    foldWord(plain),
    plain,
    ...[...wordOf].flatMap(([short, word]) => (short.startsWith(plain) ? [word] : [])),
  ]),
];

/** Whether a text has every word of a typed one, or what begins so, anywhere in it; for lists that are short. */
export function hasWords(text: string, typed: string): boolean {
  const words = plainWords(typed);
  if (words.length === 0) return typed.trim() === '';
  const plain = plainWords(text);
  const within = `${plain.join(' ')} ${plain.map(foldWord).join(' ')}`;
  return words.every((word) => within.includes(word) || within.includes(foldWord(word)));
}
