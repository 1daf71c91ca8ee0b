import { afterAll, beforeAll, expect, it } from 'vitest';
// @ts-expect-error plain JavaScript: it runs before anything is installed
import { buildIfNeeded } from '../../../server/build.mjs';
import { type Cluster, openCluster } from '../../faults/cluster.ts';
import { faults } from '../../faults/faults.ts';
import { runFault } from '../../faults/run-fault.ts';

// The faults of `npm run test:faults` that have no shorter form, at their smallest, each with its own diagnosis.

const picked = 'F02 F03 F09 F12 F13 F20 F24 F25 F28 F30 F31 F32'.split(' ');

let cluster: Cluster;
let log: string[] = [];
const write = (line: string) => void log.push(line);

beforeAll(async () => {
  await buildIfNeeded();
  cluster = await openCluster(write);
}, 180_000);
afterAll(() => cluster?.close());

it.each(picked.map((id) => [id, faults[id]!.title]))(
  '%s: %s',
  async (id) => {
    log = [];
    const row = await runFault(cluster, id, faults[id]!, 'postgres', 'tiny', write);
    expect(row.problems.join('\n'), log.join('\n').slice(-6_000)).toBe('');
  },
  240_000,
);
