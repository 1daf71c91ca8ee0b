import { z } from 'zod';
import type { ForeseenMerge } from '../../../db/reads/catalogue/foresee-merge.ts';
import type { RecentMerge } from '../../../db/reads/catalogue/list-merges.ts';
import type { NewName } from '../../../db/reads/catalogue/list-names.ts';
import { catalogueKinds } from '../../../machines/order/catalogue-merge.ts';
import { count, id, instant, operationCode, text } from './shapes.ts';

const kind = z.enum(catalogueKinds);
const priority = z.int().min(0).max(99);
const named = z.strictObject({ id, name: text });

export const namesAnswer = z.strictObject({
  total: count.meta({ description: 'Of all; as many as 300 are answered.' }),
  names: z.array(
    z.strictObject({
      kind,
      id: z.int().min(0).meta({ description: 'Of an order type its value.' }),
      name: text,
      subsidiary_id: operationCode.nullable().meta({ description: 'Of a node.' }),
      date_added: instant.nullable().meta({ description: 'Null: before this was kept.' }),
      orders: count.meta({
        description: "Within the asker's operations, counted up to 1,001, as `pending` of those.",
      }),
      pending: count,
      similar_to: named.nullable().meta({ description: 'An older name of which it is probably a spelling.' }),
    }),
  ),
});

export const otherNamesAnswer = z.array(named);

export const foreseenMergeAnswer = z.strictObject({
  from: text,
  into: text,
  orders: count,
  pending: count,
  priorities: z
    .array(z.strictObject({ subsidiary: text, before: priority, after: priority }))
    .meta({ description: 'Where the orders get another one.' }),
  zones: z
    .strictObject({ before: text.nullable(), after: text.nullable() })
    .nullable()
    .meta({ description: 'Of two nodes, where they differ.' }),
  skills: count.meta({ description: 'That visits of the name need.' }),
});

export const mergedAnswer = z.strictObject({ id, orders: count, pending: count, visits: count });
export const undoneMergeAnswer = z.strictObject({ id, orders: count, visits: count });

export const mergesAnswer = z.array(
  z.strictObject({
    id,
    kind,
    subsidiary_id: operationCode.nullable(),
    from: text,
    into: text,
    orders: count,
    date: instant,
    author: text,
    date_undone: instant.nullable(),
    undone_by: text.nullable(),
    undo_first: text.nullable().meta({ description: 'The name into which `into` was merged since.' }),
  }),
);

export const presentName = ({ operation, addedAt, near, ...name }: NewName) => ({
  ...name,
  subsidiary_id: operation,
  date_added: addedAt?.toISOString() ?? null,
  similar_to: near,
});

export const presentForeseenMerge = ({ priorities, ...foreseen }: ForeseenMerge) => ({
  ...foreseen,
  priorities: priorities.map(({ operation, ...values }) => ({ subsidiary: operation, ...values })),
});

export const presentMerge = ({
  operation,
  at,
  actorName,
  undoneAt,
  undoneBy,
  after,
  ...merge
}: RecentMerge) => ({
  ...merge,
  subsidiary_id: operation,
  date: at.toISOString(),
  author: actorName,
  date_undone: undoneAt?.toISOString() ?? null,
  undone_by: undoneBy,
  undo_first: after,
});
