import { describe, expect, it } from 'vitest';
import {
  atHost,
  describeDatabase,
  forNodePostgres,
  readDatabaseHosts,
  readTlsMode,
  withoutTls,
  withPassword,
} from '../../machines/process/database-url.ts';

const cluster =
  'postgres://ana:se%40creto@a:5433,b,[fd00::1]:5434/agenda?target_session_attrs=read-write&sslmode=require';

describe('the address of a PostgreSQL', () => {
  it('names one server or several, with the usual port where none is given', () => {
    expect(readDatabaseHosts('postgres://u:p@h/d')).toEqual([{ host: 'h', port: 5432 }]);
    expect(readDatabaseHosts(cluster)).toEqual([
      { host: 'a', port: 5433 },
      { host: 'b', port: 5432 },
      { host: 'fd00::1', port: 5434 },
    ]);
  });

  it.each([
    'mysql://h/d',
    'postgres://u:p@a:x,b/d',
    'postgres://u:p@a,/d',
    'postgres://u:p@a:70000/d',
    'postgres://a,b/d?target_session_attrs=any',
    'postgres://a/d?sslmode=prefer',
    'postgres://a/d?sslmode=no-verify',
    'nothing',
  ])('is not %s', (url) => {
    expect(readDatabaseHosts(url)).toBeUndefined();
  });

  it('of one server of several keeps user, password, database and everything but the choice between them', () => {
    expect(readDatabaseHosts(cluster)!.map((host) => atHost(cluster, host))).toEqual([
      'postgres://ana:se%40creto@a:5433/agenda?sslmode=require',
      'postgres://ana:se%40creto@b:5432/agenda?sslmode=require',
      'postgres://ana:se%40creto@[fd00::1]:5434/agenda?sslmode=require',
    ]);
  });

  it('asks node-postgres for what its TLS modes mean to PostgreSQL', () => {
    expect(forNodePostgres('postgres://u:p@h/d')).toBe('postgres://u:p@h/d');
    expect(forNodePostgres('postgres://u:p@h/d?sslmode=require')).toBe(
      'postgres://u:p@h/d?sslmode=require&uselibpqcompat=true',
    );
  });

  it('says how the connection is encrypted, and is one for a driver that does not encrypt itself', () => {
    expect(readTlsMode(cluster)).toBe('require');
    expect(readTlsMode('postgres://u:p@h/d?sslmode=verify-full')).toBe('verify-full');
    expect(['', '?sslmode=disable'].map((query) => readTlsMode(`postgres://u:p@h/d${query}`))).toEqual([
      undefined,
      undefined,
    ]);
    expect(withoutTls('postgres://u:p%40@h/d?sslmode=require&x=1')).toBe('postgres://u:p%40@h/d?x=1');
  });

  it('gets another password, with every server', () => {
    expect(withPassword(cluster, 'a/b')).toBe(cluster.replace('se%40creto', 'a%2Fb'));
    expect(withPassword('postgres://u:p@h/d', 'q')).toBe('postgres://u:q@h/d');
  });

  it('is described to an operator without its password', () => {
    expect(describeDatabase(cluster)).toBe('agenda on a:5433,b,[fd00::1]:5434');
  });
});
