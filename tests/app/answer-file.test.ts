import { afterEach, expect, it, vi } from 'vitest';
import { answerFile } from '../../app/service-worker/files.ts';

afterEach(() => vi.unstubAllGlobals());

const asset = new Request('http://agenda.test/assets/week-1234.js');

it('a file that is not kept and that the network does not give is a network error, not a worker that failed', async () => {
  vi.stubGlobal('caches', { match: async () => undefined });
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  expect((await answerFile(asset)).type).toBe('error');
});
