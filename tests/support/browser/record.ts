import postgres from 'postgres';
import type { Office } from './office.ts';
import { type test as base, dayAfter, today } from './people.ts';

/** Failures that only the record can cause, each taken back when its journey ends, however it ends. */
export type JourneyRecord = {
  /** Two connections to it. */
  sql: postgres.Sql;
  /** What a journey made by itself, taken back in the same way. */
  afterwards(undo: () => Promise<unknown>): () => Promise<void>;
  /** An administrator withdraws a permission; the next call knows it. @returns what gives it back */
  takePermission(username: string, permission: string): Promise<() => Promise<void>>;
  takeOperation(username: string, operation: string): Promise<() => Promise<void>>;
  /** From now on the server breaks when it changes this visit. */
  breakVisit(visitId: number): Promise<() => Promise<void>>;
  /** The slot of a visit ends, unheard of by open screens. */
  delay(visitId: number): Promise<() => Promise<void>>;
  /**
   * Closes a journey's own visits at its end, and gives their orders one in forty days: the
   * lists are capped, and the next journey looks at them for orders that never had a visit.
   */
  closeAfterwards(ids: number[]): void;
};

/** A layer's people, with the record of their product. */
export const withRecord = (people: typeof base) =>
  people.extend<{ record: JourneyRecord }>({
    record: async ({ complaints: _, office, product }, use) => {
      const sql = postgres(product.recordUrl, { max: 2, onnotice: () => {} });
      const open = new Set<() => Promise<void>>();
      /** Taken back once, by the journey or at its end. */
      const until = (undo: () => Promise<unknown>) => {
        const back = async () => {
          if (open.delete(back)) await undo();
        };
        open.add(back);
        return back;
      };
      await use({ sql, afterwards: until, ...makeFailures(sql, until, office) });
      // The latest first: who takes a visit back needs the permissions that were withdrawn after it was made.
      for (const back of [...open].reverse()) await back();
      await sql.end({ timeout: 1 });
    },
  });

type Until = (undo: () => Promise<unknown>) => () => Promise<void>;

function makeFailures(
  sql: postgres.Sql,
  until: Until,
  office: Office,
): Omit<JourneyRecord, 'sql' | 'afterwards'> {
  const idOf = async (username: string): Promise<number> =>
    (await sql<{ id: number }[]>`select id from users where username = ${username}`)[0]!.id;
  return {
    async takePermission(username, permission) {
      const id = await idOf(username);
      await sql`delete from user_permissions where user_id = ${id} and permission = ${permission}`;
      return until(() => sql`insert into user_permissions ${sql({ user_id: id, permission })}`);
    },
    async takeOperation(username, operation) {
      const id = await idOf(username);
      const [row] = await sql`
        delete from user_operations where user_id = ${id} and operation = ${operation} returning *`;
      return until(() => sql`insert into user_operations ${sql(row!)}`);
    },
    async breakVisit(visitId) {
      await sql.unsafe(`
        create or replace function break_visit() returns trigger language plpgsql as
          $$ begin raise exception 'broken by a journey'; end $$;
        create trigger break_visit before update on visits for each row when (old.id = ${Number(visitId)})
          execute function break_visit()`);
      return until(() => sql.unsafe('drop trigger break_visit on visits; drop function break_visit()'));
    },
    async delay(visitId) {
      await sql`
        update visits set status_id = 17, delayed = true, on_the_way = false, version = version + 1 where id = ${visitId}`;
      return until(
        () => sql`
          update visits set status_id = 1, delayed = false, version = version + 1 where id = ${visitId} and delayed`,
      );
    },
    closeAfterwards(ids) {
      until(async () => {
        const day = dayAfter(today(), 40);
        for (const id of ids) {
          const { data } = await office.jefe<{ ot_number: string; ot_type: number }>('visit/get/by_number', {
            visit_id: id,
          });
          await office.cancelVisit(id);
          const timestripe = await office.firstSlot(day, data.ot_number.slice(0, 3));
          // Refused where the journey has fulfilled the order, which then is in no list.
          const { ot_type, ot_number } = data;
          await office.jefe('visit/create', {
            ot_type,
            ot_number,
            possibleDate: day,
            timestripe,
            checked: [],
          });
        }
      });
    },
  };
}
