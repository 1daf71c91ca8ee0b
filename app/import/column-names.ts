import type { ImportKind } from '../../machines/wire/import-lines.ts';

/** The columns that a file most often has; all of them: docs/integration/intake.md. */
export const columnNames: Record<ImportKind, string[]> = {
  orders: [
    'ot_number',
    'ot_type',
    'client_id',
    'symptom',
    'node_name',
    'address',
    'telephone',
    'detail',
    'date_created',
    'status_id',
    'services',
    'client.name',
    'client.address',
    'client.telephone',
  ],
  clients: ['client_id', 'name', 'address', 'location', 'telephone', 'email', 'document', 'client_devices'],
  tickets: ['ticket_number', 'client_id', 'title', 'body', 'timestamp', 'note.note_number', 'note.body'],
};
