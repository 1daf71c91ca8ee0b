/** SQLSTATE of the ends of a connection that is in use: shutdown, crash, a dropped database, a timeout. */
const ending = /\0VFATAL\0C(?:57P0[1245]|25P0[34])\0/;
const longestEnding = 2_000;

const type = (letter: string) => letter.charCodeAt(0);
const errorResponse = type('E');
const readyForQuery = type('Z');
/** Messages that a server sends of itself, between answers: notices, notifications, changed parameters. */
const unasked = new Set([type('N'), type('A'), type('S')]);

/** A complete message that ends a statement's rows; without a tag it says nothing of them. */
const commandComplete = Buffer.from([type('C'), 0, 0, 0, 5, 0]);

/**
 * What one connection was answering when it ended. postgres.js keeps this for the next connection that takes its place
 * (porsager/postgres #1209): the server's last error fails the first statement there, which was never sent, and that
 * statement's rows come after as many empty ones as had arrived. Both are prevented here; the interrupted statement
 * fails by the close.
 */
export function followAnswer() {
  let ready = false;
  let answering = false;
  return {
    /** What the server sent, without the error with which it ends the connection. */
    received(bytes: Buffer): Buffer {
      const passed = withoutEnding(bytes);
      if (endsReady(passed)) {
        ready = true;
        answering = false;
      } else if (ready && passed.length > 0 && !unasked.has(passed[0]!)) answering = true;
      return passed;
    },
    /** What postgres.js has to receive after the close, so that it forgets the rows that had arrived; null: none had. */
    atClose: (): Buffer | null => (answering ? commandComplete : null),
  };
}

function endsReady(bytes: Buffer): boolean {
  const at = bytes.length - 6;
  return at >= 0 && bytes[at] === readyForQuery && bytes.readUInt32BE(at + 1) === 5;
}

function withoutEnding(bytes: Buffer): Buffer {
  const { length } = bytes;
  // An error ends with two zeros, and no other last message of an answer does.
  if (bytes[length - 1] !== 0 || bytes[length - 2] !== 0) return bytes;
  for (let at = Math.max(0, length - longestEnding); at < length - 5; at++) {
    if (bytes[at] !== errorResponse || at + 1 + bytes.readUInt32BE(at + 1) !== length) continue;
    return ending.test(bytes.toString('latin1', at)) ? bytes.subarray(0, at) : bytes;
  }
  return bytes;
}
