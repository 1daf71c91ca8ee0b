import { commandTimeoutMs } from './send-command.ts';

/**
 * A screen's question to its own server. Refusals are answers too, in the shape that the address promises.
 * @throws without an answer, after 30 s, and where the server failed
 */
export async function readJson<Answer>(address: string, signal?: AbortSignal): Promise<Answer> {
  const timeout = AbortSignal.timeout(commandTimeoutMs);
  const response = await fetch(address, { signal: signal ? AbortSignal.any([signal, timeout]) : timeout });
  if (response.status >= 500) throw new Error(`${address}: ${response.status}`);
  return (await response.json()) as Answer;
}
