import { type Actor, mayDo } from '../../machines/access/permissions.ts';
import type { FieldChange } from '../../machines/order/changed-fields.ts';
import type { ImportKind, ImportRow } from '../../machines/wire/import-lines.ts';
import type { ImportedRow, Plan } from './import-rows.ts';

/** What a row is recognised by beside its number, in this order. */
const aboutColumns: Record<ImportKind, string[]> = {
  orders: ['client.name', 'symptom', 'address', 'client.address', 'node_name'],
  clients: ['name', 'address', 'location'],
  tickets: ['title', 'note.title', 'client_id'],
};
const mostAbout = 120;

/** A row as its importer sees it. What is recorded is shown to who may look it up: a file of numbers would read it out. */
export function shownRow(
  row: ImportedRow,
  { kind, header }: Plan,
  actor: Pick<Actor, 'permissions'>,
): ImportRow {
  const { at, number, cells } = row;
  const shown = { at, number, about: aboutOf(cells, header, kind) };
  if (row.outcome === 'refused') return { ...shown, outcome: 'refused', problem: row.problem, cells };
  const marks = row.marks.length > 0 ? { marks: row.marks } : {};
  if (row.outcome !== 'changed') return { ...shown, outcome: row.outcome, ...marks };
  const changes = row.changes.map((change) =>
    mayReadField(actor, kind, change.field) ? change : hidden(change),
  );
  return { ...shown, outcome: 'changed', changes, ...marks };
}

const hidden = ({ field, to }: FieldChange): FieldChange => (to === undefined ? { field } : { field, to });

const mayReadField = (actor: Pick<Actor, 'permissions'>, kind: ImportKind, field: string): boolean =>
  mayDo(actor, kind === 'orders' && !field.startsWith('client.') ? 'can_query_order' : 'can_query_client');

function aboutOf(cells: string[], header: string[], kind: ImportKind): string {
  const names = header.map((name) => name.trim().toLowerCase());
  const texts = aboutColumns[kind].flatMap((name) => cells[names.indexOf(name)]?.trim() || []);
  return texts.join(' · ').slice(0, mostAbout);
}
