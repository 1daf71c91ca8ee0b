import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressOfView,
  boardsOf,
  cleanViewName,
  filtersOf,
  openView,
  operationsOfSearch,
  type SavedView,
} from '../../machines/access/saved-views.ts';

const view: SavedView = {
  id: 'AAAAAAAAAAAAAAAAAAAAAA',
  name: 'Demoradas del sur',
  board: 'jefetec',
  operations: ['114', '127'],
  filters: 'zona=3&solo=demoradas&vista=dia&grupo=zona&tecnico=8',
  isDefault: false,
};
const both = ['jefetec', 'calendario'] as const;

describe('a saved view', () => {
  it('keeps view, filters and grouping, and neither the week nor the day nor what is open', () => {
    const search =
      '?op=114&semana=2026-11-02&dia=2026-11-03&vista=dia&grupo=zona&solo=demoradas&ver=12&orden=11400000001&accion=tecnico&de=3&buscar=P%C3%A9rez';
    expect(filtersOf('jefetec', search)).toBe('solo=demoradas&vista=dia&grupo=zona');
  });

  it('keeps of a calendar what a calendar has', () => {
    expect(filtersOf('calendario', view.filters)).toBe('zona=3&solo=demoradas&tecnico=8');
  });

  it('is the same for the same filters in another order', () => {
    expect(filtersOf('jefetec', 'solo=demoradas&zona=3')).toBe(filtersOf('jefetec', 'zona=3&solo=demoradas'));
  });

  it('names at most four operations, by their codes alone', () => {
    expect(operationsOfSearch('op=114,127,114,__proto__,9999,100,200,300')).toEqual([
      '114',
      '127',
      '100',
      '200',
    ]);
  });

  it('never leads out of the product, whatever was saved', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.array(fc.string()), (filters, operations) => {
        const kept = filtersOf('jefetec', filters);
        const named = operationsOfSearch(`op=${encodeURIComponent(operations.join(','))}`);
        const address = addressOfView(
          { ...view, filters: kept, operations: named },
          { operations: named, boards: both },
        )!;
        expect(address).toMatch(/^\/jefetec\?[a-z0-9=&,]*guardada=A{22}$/i);
        expect(new URL(address, 'http://agenda.local').origin).toBe('http://agenda.local');
      }),
    );
  });
});

describe('opened by another user', () => {
  it('is limited to the reader’s operations and says which ones it is opened without', () => {
    expect(openView(view, { operations: ['114', '300'], boards: both })).toEqual({
      board: 'jefetec',
      operations: ['114'],
      filters: view.filters,
      missing: ['127'],
    });
  });

  it('loses zone and technician with the operation that they belong to', () => {
    const opened = openView(view, { operations: ['127'], boards: both });
    expect([opened.operations, opened.filters]).toEqual([['127'], 'solo=demoradas&vista=dia&grupo=zona']);
  });

  it('opens on the reader’s own board where the view’s is not theirs', () => {
    const reader = { operations: ['114', '127'], boards: boardsOf(user('index_calendario')) };
    expect(addressOfView(view, reader)).toBe(
      '/calendario?op=114,127&zona=3&solo=demoradas&tecnico=8&guardada=AAAAAAAAAAAAAAAAAAAAAA',
    );
  });

  it('opens nowhere for a technician without a board', () => {
    const reader = { operations: ['114'], boards: boardsOf({ ...user('index_tecnico'), technicianId: 4 }) };
    expect(addressOfView(view, reader)).toBeNull();
    const switching = {
      ...user('index_tecnico'),
      technicianId: 4,
      permissions: ['can_switch_views' as const],
    };
    expect(boardsOf(switching)).toEqual(both);
  });
});

it('a name has no characters that cannot be seen', () => {
  expect(cleanViewName('  Sur\u0007\u202e \n\t y\u200b  norte ')).toBe('Sur y norte');
});

const user = (defaultView: string) => ({ defaultView, technicianId: null, permissions: [] });
