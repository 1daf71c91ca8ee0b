import type { Sql } from './sql.ts';

type Types = {
  fetch_types: boolean;
  parsers: object;
  serializers: object;
  shared: { typeArrayMap: object };
};

/**
 * postgres.js asks every new connection for the array types, and the process ends by an unhandled rejection when
 * that connection dies before it has answered. What one connection was told holds for all: asked once.
 * @param before the pool that this one replaces
 */
export function keepTypes(pool: Sql, before: Sql = pool): void {
  const [here, there] = [pool.options, before.options] as unknown as [Types, Types];
  if (Object.keys(there.shared.typeArrayMap).length === 0) return;
  Object.assign(here.parsers, there.parsers);
  Object.assign(here.serializers, there.serializers);
  Object.assign(here.shared.typeArrayMap, there.shared.typeArrayMap);
  here.fetch_types = false;
}
