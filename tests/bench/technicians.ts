import { setTimeout as wait } from 'node:timers/promises';
import { openHttp, postText } from './http-connection.ts';
import { clock, serve } from './process.ts';

/** A technician with a telephone: at which port it asks, and which free visit is taken. */
export type Telephone = {
  port: number;
  username: string;
  password: string;
  technicianId: number;
  visitId: number;
};
/** Milliseconds from each call to its answer, those included in which it was refused for want of capacity (503), and how often it was. */
export type Mornings = { signIn: number[]; day: number[]; take: number[]; refused: number };

/** Between the day and the visit that is taken from it. */
const readingMs = 2_000;
/** After a refusal. */
const againMs = 1_000;
const mostTries = 20;

const calls = serve({
  /**
   * Each technician signs in at some moment of this time, on a connection of their own, reads the day and takes
   * a visit. The moments are drawn: people do not come at even distances.
   * @param within milliseconds
   */
  async work({ people, within }: { people: Telephone[]; within: number }): Promise<Mornings> {
    const times: Mornings = { signIn: [], day: [], take: [], refused: 0 };
    await Promise.all(
      people.map(async ({ port, username, password, technicianId, visitId }) => {
        await wait(Math.random() * Math.max(0, within - readingMs));
        let connection = await openHttp(port);
        const ask = async (into: number[], text: string) => {
          const sentAt = clock();
          let { status, body } = await connection.send(text);
          for (let tries = 1; status === 503 && tries < mostTries; tries++) {
            times.refused++;
            await wait(againMs);
            if (!connection.isOpen()) connection = await openHttp(port);
            ({ status, body } = await connection.send(text));
          }
          if (status !== 200) throw new Error(`${username}: ${status} ${body}`);
          into.push(clock() - sentAt);
          return JSON.parse(body.toString());
        };
        const { data } = await ask(times.signIn, postText('/v1/user/login', null, { username, password }));
        await ask(times.day, postText('/v1/visit/get/by_tech_id', data.token, { tech_id: technicianId }));
        await wait(readingMs);
        const take = { visit_id: visitId };
        await ask(times.take, postText('/v1/visit/attach', data.token, take, `morning.${visitId}`));
        connection.close();
      }),
    );
    return times;
  },
});
export type Technicians = typeof calls;
