import { type Bench, startCallers, startFloorServer, startProductServer, stopAll } from './bench.ts';
import { openHttp, postText } from './http-connection.ts';
import { alternate, atLeast, beside, type Line, median } from './measure.ts';
import { addDispatcher, addPlace } from './people.ts';

const usualRoundMs = 1_500;
const body = { username: 'jefe' };

/**
 * P16: the session check (`POST /v1`), which reads the session and nothing else, beside node:http that reads and parses
 * the same body and answers the same bytes, headers included. For information: `user/push_key`, the lightest call of the
 * API's table, which also goes through its checks of body, key and permission.
 */
export async function benchOverhead(bench: Bench): Promise<Line[]> {
  const { sql } = bench.record.db;
  const roundMs = usualRoundMs * bench.share;
  const place = await addPlace(sql, '940', 1, 1);
  const [token] = await addDispatcher(sql, [place.operation], 1);
  const [product, floor, callers] = await Promise.all([
    startProductServer(bench),
    startFloorServer(bench),
    startCallers(),
  ]);
  try {
    const [port, floorPort] = await Promise.all([product.call('port'), floor.call('port')]);
    const check = postText('/v1', token!, body);
    const reader = await openHttp(port);
    const { status, head, body: answered } = await reader.send(check);
    reader.close();
    if (status !== 200) throw new Error(`${status} ${answered}`);
    await floor.call('keepSame', { headers: headersOf(head), body: answered });

    const lines: Line[] = [];
    for (const clients of [8, 32]) {
      const sides = {
        floor: { of: floor, port: floorPort, text: postText('/same', token!, body) },
        check: { of: product, port, text: check },
        call: { of: product, port, text: postText('/v1/user/push_key', token!, {}) },
      };
      const names = (
        clients === 8 ? ['floor', 'check', 'call'] : ['floor', 'check']
      ) as (keyof typeof sides)[];
      const rates = { floor: [] as number[], check: [] as number[], call: [] as number[] };
      const cpu = { floor: [] as number[], check: [] as number[], call: [] as number[] };
      const side = (name: keyof typeof sides) => async () => {
        const { of, port, text } = sides[name];
        const before = await (of as typeof product).call('cpu');
        const { rate, times } = await callers.call('again', { port, clients, text, ms: roundMs });
        rates[name].push(rate);
        cpu[name].push((((await (of as typeof product).call('cpu')) - before) * 1_000) / times.length);
      };
      await alternate(1, names.map(side));
      for (const name of names) rates[name].length = cpu[name].length = 0;
      await alternate(bench.rounds, names.map(side));
      lines.push(
        atLeast(
          'P16',
          `session checks a second, ${clients} connections`,
          '/s',
          median(rates.check),
          median(rates.floor),
          0.6,
        ),
        beside(
          'P16',
          `CPU of the product each, ${clients} connections`,
          'µs',
          median(cpu.check),
          median(cpu.floor),
        ),
      );
      if (clients === 8)
        lines.push(
          beside(
            'P16',
            'user/push_key a second, 8 connections',
            '/s',
            median(rates.call),
            median(rates.floor),
          ),
        );
    }
    return lines;
  } finally {
    await stopAll(product, floor, callers);
  }
}

/** Without those that node:http writes itself. */
function headersOf(head: string): Record<string, string> {
  const own = ['date', 'connection', 'keep-alive'];
  const pairs = head
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map(
      (line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)] as const,
    );
  return Object.fromEntries(pairs.filter(([name]) => !own.includes(name)));
}
