import { and, eq } from 'drizzle-orm';
import { type Refusal, refuse } from '../../../machines/words/refusals.ts';
import { anyOf, typed } from '../../connection/typed.ts';
import type { Frame } from '../../record/transact.ts';
import { orders } from '../../schema/index.ts';

/** The order's data in a creation payload (S2 §3 'Visit creation payload'); absent, null or empty: not sent. */
export type Repeated = {
  client_id: string | null;
  symptom_id: number | null;
  symptom_name: string | null;
  priority: number | null;
  node_name: string | null;
  name: string | null;
  tag: string | null;
  client_address: string | null;
};

type Known = {
  clientId: string;
  symptomId: number | null;
  symptom: string | null;
  priority: number | null;
  nodeName: string | null;
  clientName: string;
  tag: string;
  clientAddress: string;
};

/** The caller may have read the order before its symptom or its node was merged into another name. */
export async function withNamesNow<Given extends Repeated>(
  { tx }: Frame,
  order: Known & { operation: string },
  given: Given,
): Promise<Given> {
  const { symptom_id: id, symptom_name: symptom, node_name: node } = given;
  const other = (sent: string | null, recorded: string | null) => Boolean(sent) && sent !== recorded;
  if (
    (id === null || id === order.symptomId) &&
    !other(symptom, order.symptom) &&
    !other(node, order.nodeName)
  )
    return given;
  const [now] = await tx<Pick<Repeated, 'symptom_id' | 'symptom_name' | 'node_name'>[]>`
    select (select merged_into from symptoms where id = ${id}::int) as symptom_id,
      (select t.text from symptoms s join symptoms t on t.id = s.merged_into where s.text = ${symptom} and t.id = ${order.symptomId}::int limit 1) as symptom_name,
      (select t.name from nodes n join nodes t on t.id = n.merged_into where n.operation = ${order.operation} and n.name = ${node}) as node_name`;
  return {
    ...given,
    symptom_id: now!.symptom_id ?? id,
    symptom_name: now!.symptom_name ?? symptom,
    node_name: now!.node_name ?? node,
  };
}

/** Data of the order in the payload has to match the order. @returns 422 naming each field that differs */
export function refuseOtherFacts(order: Known, repeated: Repeated): Refusal | null {
  const recordedFacts: Record<keyof Repeated, string | number | null> = {
    client_id: order.clientId,
    symptom_id: order.symptomId,
    symptom_name: order.symptom,
    priority: order.priority ?? 0,
    node_name: order.nodeName,
    name: order.clientName,
    tag: order.tag,
    client_address: order.clientAddress,
  };
  const { text } = refuse('order-differs');
  const fields: Record<string, string> = {};
  for (const [field, value] of Object.entries(recordedFacts)) {
    const sent = repeated[field as keyof Repeated];
    const repeatedValue = typeof sent === 'string' ? sent.trim() : sent;
    if (repeatedValue !== null && repeatedValue !== '' && repeatedValue !== (value ?? ''))
      fields[field] = text;
  }
  return Object.keys(fields).length > 0 ? refuse('order-differs', { fields }) : null;
}

/** Further orders of a visit have to be of the same operation. @returns 422 otherwise */
export async function refuseRelatedOrders(
  { tx }: Frame,
  operation: string,
  numbers: string[],
): Promise<Refusal | null> {
  if (numbers.length === 0) return null;
  const matching = await typed(tx)
    .select({ number: orders.number })
    .from(orders)
    .where(and(anyOf(orders.number, numbers), eq(orders.operation, operation)));
  if (matching.length === numbers.length) return null;
  return refuse('related-order-unknown', {
    fields: { related_orders: refuse('related-order-unknown').text },
  });
}
