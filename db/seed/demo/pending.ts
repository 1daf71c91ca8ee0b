import { changeOrder } from './life.ts';
import { newOrder } from './orders.ts';
import { hour, type World } from './world.ts';

/** Orders without any visit: pending ones, and those closed in the provider's own system. */
export function spareOrders(world: World) {
  const { random, now } = world;
  for (const operation of world.operations) {
    const size = operation.plan.clients;
    const waiting = Math.round(size * 0.09);
    for (let index = 0; index < waiting; index++) {
      const age = random.chance(0.85) ? random.next() ** 2 * 12 : 12 + random.next() * 30;
      const order = newOrder(
        world,
        operation,
        now - Math.round(age * 24 * hour) - random.int(1, 3600) * 1000,
      );
      if (random.chance(0.1)) order.contractor = true;
      if (random.chance(0.05)) order.statusId = 2;
    }
    const ended = operation.slots.length === 0 ? 250 : Math.round(size * 0.08);
    for (let index = 0; index < ended; index++) {
      const order = newOrder(world, operation, now - random.int(3 * 24, 390 * 24) * hour);
      const at = order.createdAt + random.int(1, 60) * hour;
      changeOrder(order, at, random.chance(0.6) ? 4 : 3);
    }
  }
}
