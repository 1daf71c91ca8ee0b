import { expect, it } from 'vitest';
import { z } from 'zod';
import { read } from '../db/reads/registry/row.ts';
import { reads } from '../db/reads/registry.ts';
import { everyPermission } from '../machines/access/permissions.ts';

it('is not a read that does not say who may ask, and what it reaches', () => {
  const row = { input: z.object({}), by: ['screen'] as const, run: async () => [], show: () => ({}) };
  // @ts-expect-error: a read that forgets its permission does not compile
  read({ ...row, reach: 'operations' });
  // @ts-expect-error: nor one that forgets what it reaches
  read({ ...row, permission: null });
  // @ts-expect-error: nor one whose permission does not exist
  read({ ...row, permission: 'can_do_anything', reach: 'operations' });
  expect(read({ ...row, permission: null, reach: 'operations' }).permission).toBeNull();
});

it('gives each read to a screen or to the API, with a permission that exists or to everyone', () => {
  for (const [name, { by, permission }] of Object.entries(reads)) {
    expect(by.length, name).toBeGreaterThan(0);
    if (permission !== null) expect(everyPermission, name).toContain(permission);
  }
});
