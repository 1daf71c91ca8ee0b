import { readFile } from 'node:fs/promises';

/**
 * How many connections the kernel has reset since it started because all of TCP had no memory left (`tcp_mem`), 0 where it
 * does not say. On the loopback a segment is 64 kB, so that an answer that is not read holds 2.6 MB there, some thirty
 * times as much as over a network: a thousand of them and a proxy's own exhaust a small machine, and an answer that is
 * closed in that moment is cut, also one that is read.
 */
export async function countCutForMemory(): Promise<number> {
  const lines = (await readFile('/proc/net/netstat', 'utf8').catch(() => '')).split('\n');
  const [names, values] = lines.filter((line) => line.startsWith('TcpExt:')).map((line) => line.split(' '));
  return Number(values?.[names?.indexOf('TCPAbortOnMemory') ?? -1] ?? 0);
}
