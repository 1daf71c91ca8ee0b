import { describe, expect, it } from 'vitest';
import { isUnavailable } from '../../../db/connection/unavailable.ts';

describe('an error', () => {
  const coded = (code: string) => Object.assign(new Error('inner words'), { code });

  it.each([
    ['as it comes', coded('57P01')],
    ['wrapped, as drizzle does it', new Error('Failed query', { cause: coded('ECONNREFUSED') })],
    [
      'one of several, as node tries addresses',
      new AggregateError([coded('EHOSTUNREACH'), coded('ECONNREFUSED')]),
    ],
    ['of a disk without room (F24)', coded('53100')],
    ['of a connection that was lost', coded('CONNECTION_CLOSED')],
  ])('of a database that is down is 503: %s', (_, error) => {
    expect(isUnavailable(error)).toBe(true);
  });

  it.each([
    ['a duplicate', coded('23505')],
    ['a wrong column', new Error('Failed query', { cause: coded('42703') })],
    ['a bug', new TypeError('x is not a function')],
    ['nothing at all', undefined],
  ])('that is a mistake of ours is not: %s', (_, error) => {
    expect(isUnavailable(error)).toBe(false);
  });
});
