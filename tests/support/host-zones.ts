import { afterAll, beforeAll, describe } from 'vitest';

/** Of hosts: clocks that change at midnight, at night in the north, and on the other side of the day. */
const zones = ['America/Santiago', 'Europe/Berlin', 'Pacific/Auckland'];

/** The tests, each on a host of every of these zones. */
export const onHostsInZones = (tests: () => void): void =>
  describe.each(zones)('on a host in %s', (zone) => {
    let own: string | undefined;
    beforeAll(() => {
      own = process.env.TZ;
      process.env.TZ = zone;
    });
    afterAll(() => {
      if (own === undefined) delete process.env.TZ;
      else process.env.TZ = own;
    });
    tests();
  });
