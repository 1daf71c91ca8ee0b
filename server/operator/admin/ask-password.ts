import type { ReadStream } from 'node:tty';

/**
 * One line from the terminal without echo. Pasting works; Backspace deletes, Ctrl-C cancels.
 * @returns null when cancelled
 */
export function askSecret(
  question: string,
  input: ReadStream = process.stdin as ReadStream,
): Promise<string | null> {
  // Before the question: what is typed as soon as it stands there is not shown either.
  input.setRawMode(true);
  process.stderr.write(question);
  input.setEncoding('utf8');
  input.resume();
  return new Promise((resolve) => {
    const typed: string[] = [];
    const end = (answer: string | null) => {
      input.off('data', onData);
      input.setRawMode(false);
      input.pause();
      process.stderr.write('\n');
      resolve(answer);
    };
    const onData = (piece: string | Buffer) => {
      for (const character of String(piece)) {
        if (character === '\r' || character === '\n') return end(typed.join(''));
        if (character === '\u0003' || character === '\u0004') return end(null);
        if (character === '\u007f' || character === '\b') typed.pop();
        else if (character >= ' ') typed.push(character);
      }
    };
    input.on('data', onData);
  });
}
