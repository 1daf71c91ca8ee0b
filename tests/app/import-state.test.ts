import { describe, expect, it } from 'vitest';
import { atFirst, countRows, findRows, type ImportState, nextState } from '../../app/import/import-state.ts';
import type { ChosenFile } from '../../app/import/send-file.ts';
import type { ImportRow } from '../../machines/wire/import-lines.ts';

// What the screen 'Importar planilla' makes of what comes back from the server.

const file: ChosenFile = { name: 'ordenes.csv', size: 10, packed: new Blob([]) };
const rows: ImportRow[] = [
  { at: 2, number: '11400000001', about: 'Núñez, Lía · Belgrano 12', outcome: 'created' },
  {
    at: 3,
    number: '11400000002',
    about: '',
    outcome: 'changed',
    changes: [{ field: 'symptom', from: 'Sin señal', to: 'Internet lento' }],
    marks: [{ field: 'telephone', message: 'No se puede usar.' }],
  },
  {
    at: 4,
    number: null,
    about: '',
    outcome: 'refused',
    problem: { field: 'ot_number', message: 'Son 11 dígitos.' },
    cells: ['1'],
  },
];
const after = (...steps: Parameters<typeof nextState>[1][]): ImportState => steps.reduce(nextState, atFirst);
const tried = after(
  { step: 'chosen', file },
  { step: 'begun', trial: true, kind: null },
  { step: 'line', line: { rows: rows.slice(0, 2), added: [] } },
  {
    step: 'line',
    line: { rows: rows.slice(2), added: [{ kind: 'symptom', name: 'Nuevo', subsidiary_id: null }] },
  },
  { step: 'line', line: { ended: true } },
);

describe('an import on the screen', () => {
  it('gathers the rows of its lines in their order, and ends when the server says so', () => {
    expect(tried.trial).toMatchObject({ rows, added: [{ name: 'Nuevo' }], state: 'ended' });
    expect(countRows(rows)).toEqual({ all: 3, created: 1, changed: 1, unchanged: 0, refused: 1, marked: 1 });
  });

  it('keeps what the trial said when the import is refused, and what was taken when it breaks', () => {
    const begun = nextState(tried, { step: 'begun', trial: false, kind: null });
    expect(nextState(begun, { step: 'refused', why: 'Hay otras importaciones' })).toMatchObject({
      trial: { state: 'ended' },
      real: null,
      problem: 'Hay otras importaciones',
    });
    const some = nextState(begun, { step: 'line', line: { rows: rows.slice(0, 1), added: [] } });
    expect(nextState(some, { step: 'broken', why: 'Se cortó' })).toMatchObject({
      trial: { rows },
      real: { rows: rows.slice(0, 1), state: 'broken', why: 'Se cortó' },
    });
    expect(nextState(some, { step: 'line', line: { failed: 'Sin servicio' } }).real).toMatchObject({
      state: 'broken',
    });
  });

  it('forgets the rows of the file before', () => {
    expect(nextState(tried, { step: 'chosen', file: null, problem: 'ilegible' })).toEqual({
      ...atFirst,
      problem: 'ilegible',
    });
  });

  it('finds rows by name, number, field, value and reason, whatever the accents', () => {
    const found = (typed: string, filter: Parameters<typeof findRows>[1] = 'all') =>
      findRows(rows, filter, typed).map(({ at }) => at);
    expect(found('')).toEqual([2, 3, 4]);
    expect(found('nuñez lia')).toEqual([2]);
    expect(found('0000002')).toEqual([3]);
    expect(found('INTERNET')).toEqual([3]);
    expect(found('digitos')).toEqual([4]);
    expect(found('', 'marked')).toEqual([3]);
    expect(found('lia', 'refused')).toEqual([]);
  });
});
