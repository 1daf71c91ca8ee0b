/** Whether a closed table of words has this text, which came from outside, as a key. */
export const hasWord = <Key extends string>(words: Record<Key, string>, key: string): key is Key =>
  Object.hasOwn(words, key);
