import { missingPrograms, openPatroniCluster } from './patroni-cluster.ts';

// The entrance of `npm run cluster`: the cluster of F33 to F40, to look at or to run the product on, until Ctrl-C.

const missing = missingPrograms();
if (missing) {
  console.error(missing);
  process.exit(2);
}
const cluster = await openPatroniCluster();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void cluster.close().finally(() => process.exit(0)));
console.log(`DATABASE_URL=${cluster.urlOf('agenda')}`);
for (const node of cluster.nodes) console.log(`${node.name}: port ${node.port}`);
console.log(`Logs: ${cluster.dir}`);
// The processes have sessions of their own: only this one keeps them.
setInterval(() => {}, 60_000);
