import { expect, it } from 'vitest';
import { everyPermission } from '../../machines/access/permissions.ts';
import { attentionReasons } from '../../machines/attention/attention.ts';
import { reasonsOf } from '../../machines/attention/concerns.ts';

// Whose list of 'Necesita atención' has what.

it('a dispatcher’s list has every reason', () => {
  expect(reasonsOf({ permissions: everyPermission })).toEqual([...attentionReasons]);
});

it('customer service’s list has what customers said and what did not reach them, and no state that it cannot change', () => {
  const customerService = ['can_query_client', 'can_create_visit'] as const;
  expect(reasonsOf({ permissions: [...customerService] })).toEqual([
    'cancelled',
    'moved',
    'unsolved',
    'message',
  ]);
});

it('who gives visits out has those without a technician too, and who may close any the delayed ones', () => {
  expect(reasonsOf({ permissions: ['can_query_client', 'can_assign_visit'] })).toEqual(
    attentionReasons.filter((reason) => reason !== 'delayed'),
  );
});
