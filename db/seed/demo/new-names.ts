import type { Tx } from '../../connection/sql.ts';
import { renameVisits } from '../../record/save-visits.ts';
import { operationPlans, symptoms } from './catalogue.ts';

const dayMs = 86_400_000;

/** Spellings that a feed brought this week, of names that the catalogue has. */
const spelled = [
  { id: symptoms.length + 1, text: 'Wifi con poco alcanse', of: 6, orders: 4 },
  { id: symptoms.length + 2, text: 'Internet muy lento', of: 2, orders: 3 },
];

/**
 * Some of the newest pending orders have a symptom or a node that is another spelling of theirs, and was added with
 * them: what the screen of new names is for.
 */
export async function writeNewNames(tx: Tx, now: number): Promise<void> {
  const [main] = operationPlans;
  const since = new Date(now - 6 * dayMs);
  const newest = (condition: ReturnType<Tx>, most: number) => tx<{ number: string; at: Date }[]>`
    select number, created_at as at from orders w where operation = ${main!.code} and status_id <= 2 and created_at > ${since} and ${condition}
    order by number desc limit ${most}`;
  const visitsOf = async (numbers: string[]) =>
    (
      await tx<
        { id: number }[]
      >`select id from visits where order_number = any(${numbers}::text[]) order by id`
    ).map(({ id }) => id);
  const firstOf = (orders: { at: Date }[]) =>
    new Date(Math.min(now - dayMs, ...orders.map(({ at }) => at.getTime())));
  for (const { id, text, of, orders: most } of spelled) {
    const orders = await newest(tx`symptom_id = ${of}`, most);
    const numbers = orders.map(({ number }) => number);
    await tx`insert into symptoms (id, text, added_at) values (${id}, ${text}, ${firstOf(orders)})`;
    await tx`insert into priorities (operation, symptom_id, priority) values (${main!.code}, ${id}, 0)`;
    await tx`update orders set symptom_id = ${id} where number = any(${numbers}::text[])`;
    await renameVisits(tx, await visitsOf(numbers), 'symptom_id', id);
  }
  const [node] = await tx<{ id: number; name: string }[]>`
    select n.id, n.name from nodes n where n.operation = ${main!.code} order by
      (select count(*) from orders w where w.node_id = n.id and w.status_id <= 2 and w.created_at > ${since}) desc, n.id limit 1`;
  const orders = await newest(tx`node_id = ${node!.id}`, 2);
  const numbers = orders.map(({ number }) => number);
  const name = node!.name.replace(/-0*/, ' ');
  const [added] = await tx<{ id: number }[]>`
    insert into nodes (id, operation, name, added_at)
    select max(id) + 1, ${main!.code}, ${name}, ${firstOf(orders)} from nodes returning id`;
  await tx`update orders set node_id = ${added!.id} where number = any(${numbers}::text[])`;
  await renameVisits(tx, await visitsOf(numbers), 'node_name', name);
}
