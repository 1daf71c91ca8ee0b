declare module 'pg-copy-streams' {
  import type { Readable, Writable } from 'node:stream';
  import type { Submittable } from 'pg';
  /** The rows as COPY's text, in chunks of any length. */
  export function to(statement: string): Readable & Submittable;
  export function from(statement: string): Writable & Submittable;
}
