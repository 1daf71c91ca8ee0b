/** A running product that a browser test asks: the one of a journey, or a test file's own world (`tests/worlds/`). */
export type Product = {
  /** 127.0.0.1, not localhost: there engine.io does not notice that the browser is offline. */
  baseURL: string;
  /** Where its files are. */
  dataDir: string;
  /** The key of its links. */
  linkSecret: string;
  /** The address of its record, with the password. */
  recordUrl: string;
};

/** What a product keeps to itself. */
export const secretsOf = ({ linkSecret, recordUrl }: Product): string[] => [
  linkSecret,
  new URL(recordUrl).password,
];
