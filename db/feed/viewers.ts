import type { Db } from '../connection/open.ts';

/** A user who looks at a thing (`visit.123`, `order.11400000001`) in one of their tabs. */
export type Viewer = { thing: string; userId: number; name: string };
export type Look = { thing: string; connection: string; userId: number };

/** A viewer not renewed for this long has left, or the process died. */
const windowSeconds = 6;

/** Records or renews these views; their process repeats it every couple of seconds. */
export async function keepLooking(db: Db, looks: Look[]): Promise<void> {
  if (looks.length === 0) return;
  await db.sql`
    insert into viewers (thing, connection, user_id, seen_at)
    select l.thing, l.connection, l.user_id, now()
    from unnest(${looks.map((look) => look.thing)}::text[], ${looks.map((look) => look.connection)}::text[],
      ${looks.map((look) => look.userId)}::int[]) l (thing, connection, user_id)
    on conflict (thing, connection) do update set seen_at = excluded.seen_at`;
}

export async function stopLooking(db: Db, looks: Pick<Look, 'thing' | 'connection'>[]): Promise<void> {
  if (looks.length === 0) return;
  await db.sql`
    delete from viewers v using unnest(${looks.map((look) => look.thing)}::text[], ${looks.map((look) => look.connection)}::text[])
      l (thing, connection) where v.thing = l.thing and v.connection = l.connection`;
}

/** The viewers of these things, each user once per thing, over all processes. */
export async function listViewers(db: Db, things: string[]): Promise<Viewer[]> {
  if (things.length === 0) return [];
  return [
    ...(await db.sql<Viewer[]>`
      select distinct v.thing, v.user_id, concat_ws(' ', u.first_name, u.last_name) as name
      from viewers v join users u on u.id = v.user_id and u.active
      where v.thing = any(${things}::text[]) and v.seen_at > now() - make_interval(secs => ${windowSeconds})
      order by v.thing, name`),
  ];
}

/** Deletes what dead processes left. */
export async function deleteExpiredViewers(db: Db): Promise<void> {
  await db.sql`delete from viewers where seen_at < now() - interval '1 minute'`;
}
