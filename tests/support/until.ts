import { limit } from '../gate/limits.mjs';

/** Waits until it is so. @throws Error when it is not within `timeoutMs`, times what the machine is slower */
export async function until(met: () => boolean | Promise<boolean>, timeoutMs = 15_000): Promise<void> {
  for (const deadline = Date.now() + limit(timeoutMs); !(await met()); ) {
    if (Date.now() > deadline) throw new Error('waited in vain');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
