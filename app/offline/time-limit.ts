/** A database of this device that has not answered for so long is taken for one that does not answer. */
const limitMs = 3_000;
/** Once it has not, the next presses do not wait as long again. */
const shortLimitMs = 500;
/** A database that takes no photo may well answer what it holds. */
const limits = { reading: limitMs, writing: limitMs };

/**
 * Waits for what this device's database does, but not for ever: in a private session of WebKit a transaction may neither
 * succeed nor fail, and no press may wait for it.
 * @throws when it fails, or has not answered in time
 */
export async function inTime<Done>(
  work: Promise<Done>,
  what: keyof typeof limits = 'reading',
): Promise<Done> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      limits[what] = shortLimitMs;
      reject(new Error('The database of this device does not answer.'));
    }, limits[what]);
  });
  try {
    const done = await Promise.race([work, late]);
    limits[what] = limitMs;
    return done;
  } finally {
    clearTimeout(timer);
    // When it fails after all, that was said already.
    work.catch(() => {});
  }
}
