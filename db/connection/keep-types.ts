import type { Sql } from './sql.ts';

type Types = {
  fetch_types: boolean;
  parsers: object;
  serializers: object;
  shared: { typeArrayMap: object };
};

/**
 * postgres.js fetches the array types on every new connection. One connection's types hold for all: fetched once.
 * @param before the pool that this one replaces
 */
export function keepTypes(pool: Sql, before: Sql = pool): void {
  const [target, source] = [pool.options, before.options] as unknown as [Types, Types];
  if (Object.keys(source.shared.typeArrayMap).length === 0) return;
  Object.assign(target.parsers, source.parsers);
  Object.assign(target.serializers, source.serializers);
  Object.assign(target.shared.typeArrayMap, source.shared.typeArrayMap);
  target.fetch_types = false;
}
