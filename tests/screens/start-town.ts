import { startTown } from '../worlds/town.ts';

/** Before the first file; the workers inherit the address. */
export default async function setup(): Promise<() => Promise<void>> {
  const { url, stop } = await startTown();
  process.env.TOWN_URL = url;
  return stop;
}
