import { randomBytes } from 'node:crypto';
import { postText } from './http-connection.ts';
import type { Place } from './people.ts';

/**
 * Changes for as long as one likes: each free visit of the place is taken by a
 * technician, and released by the same one the next time round.
 * @param to whose language is spoken: the product's, or the floor's one statement
 */
export function makeChanges(place: Place, to: 'product' | 'floor') {
  const holders = new Map<number, number>();
  const run = randomBytes(4).toString('hex');
  let count = 0;
  return (howMany: number) =>
    Array.from({ length: howMany }, () => {
      const index = count++;
      const visitId = place.free[index % place.free.length]!;
      const holder = holders.get(visitId);
      const who = holder ?? index % place.technicians.length;
      const { token, technicianId } = place.technicians[who]!;
      if (holder === undefined) holders.set(visitId, who);
      else holders.delete(visitId);
      const taken = holder === undefined;
      const key = `${run}.${place.operation}.${index}`;
      const body =
        to === 'floor'
          ? { visit_id: visitId, technician_id: taken ? technicianId : null, key }
          : { visit_id: visitId, ...(taken ? {} : { notes: 'no llego a tiempo' }) };
      const path = taken ? '/v1/visit/attach' : '/v1/visit/detach';
      return {
        key,
        text: postText(path, token, body, key),
        visitId,
        technicianId: taken ? technicianId : null,
      };
    });
}
