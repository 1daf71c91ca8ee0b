/** What was typed into a search, as far as a question to the record can hold it. */
export const cleanText = (typed: string | null): string =>
  [...(typed ?? '').replaceAll('\u0000', '').trim()]
    .slice(0, 100)
    .filter((character) => character.isWellFormed())
    .join('');
