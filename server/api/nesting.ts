/**
 * Whether the brackets of a JSON text nest deeper than `most`, in one pass without parsing: a parser would
 * take seconds and gigabytes for a text of nothing but brackets.
 */
export function nestsDeeper(text: string, most: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      at = endOfText(text, at + 1);
    } else if (code === openBracket || code === openBrace) {
      if (++depth > most) return true;
    } else if (code === closeBracket || code === closeBrace) depth--;
  }
  return false;
}

const [quote, backslash] = [34, 92];
const [openBracket, closeBracket, openBrace, closeBrace] = [91, 93, 123, 125];

/** The index of the closing quote of the text that begins at `from`. */
function endOfText(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === quote) return at;
  }
  return text.length;
}
