import { machine, makeLog } from '../bench/machine.ts';
import type { Check } from './check.ts';
import { checkCluster } from './cluster.ts';
import { checkSingle } from './single.ts';
import { missing, openStack, type Stack } from './stack.ts';

// The entrance of `npm run test:containers`: both compose files brought up on a real engine and used, broken and
// replaced, one line a check, and an exit code. `-- --single` or `-- --ha` is one of the two.

process.exitCode = await main(process.argv.slice(2));

async function main(words: string[]): Promise<number> {
  if (words.some((word) => word !== '--single' && word !== '--ha')) {
    console.error('Usage: npm run test:containers [-- --single | --ha]');
    return 2;
  }
  const reason = await missing();
  if (reason) {
    console.log(`Not run: ${reason}.`);
    return 0;
  }
  const log = makeLog();
  const counts = { passed: 0, failed: 0 };
  const check: Check = async (title, body) => {
    try {
      const seen = await body();
      counts.passed++;
      log(`ok      ${title}${seen ? `: ${seen}` : ''}`);
    } catch (error) {
      counts.failed++;
      log(`FAILED  ${title}: ${(error as Error).message.slice(-1_500)}`);
    }
  };
  const parts: [string, string, (stack: Stack, check: Check) => Promise<void>][] = [
    ['--single', 'docker-compose.yml', checkSingle],
    ['--ha', 'docker-compose.ha.yml', checkCluster],
  ];
  for (const [word, file, body] of parts) {
    if (words.length > 0 && !words.includes(word)) continue;
    log(file);
    const stack = await openStack(file);
    const stop = () => void stack.down().finally(() => process.exit(1));
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
    try {
      await body(stack, check);
    } catch (error) {
      counts.failed++;
      log(`FAILED  ${file}: ${(error as Error).message.slice(-1_500)}`);
    } finally {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
      await stack.down();
    }
  }
  console.log(`${machine()}; ${new Date().toISOString().slice(0, 16)} UTC.`);
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 ? 0 : 1;
}
