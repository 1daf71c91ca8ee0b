import sharp from 'sharp';
import type { Socket } from 'socket.io-client';
import type { Fault, Seen } from './fault.ts';
import { judge, p99Of, work } from './ordinary-people.ts';
import type { Stage } from './stage.ts';
import { by } from './timing.ts';

/** F47, F48: one signed-in user who sends what is small to send and costly to serve, beside 50 people who work. */

/** `begin` does harm until the returned function is called, which answers what it saw. */
function greedyFault(
  title: string,
  begin: (stage: Stage, address: string) => Promise<() => Promise<{ figures: string; problems: string[] }>>,
): Fault {
  return {
    title,
    calm: true,
    async run(stage): Promise<Seen> {
      const address = stage.addresses[0]!;
      const seconds = by(stage.size, 4, 10, 15);
      const seen: Seen = { figures: '', problems: [] };
      // Connections, and what a process learns with its first answers.
      await work(stage, address, 2);
      const figures: string[] = [];
      const beside = async () => {
        const end = await begin(stage, address);
        const people = await work(stage, address, seconds);
        const harm = await end();
        figures.push(harm.figures);
        seen.problems.push(...harm.problems);
        if (people.failed.length > 0)
          seen.problems.push(`${people.failed.length} of ${people.waits.length} failed, ${people.failed[0]}`);
        return [p99Of(people)];
      };
      // Part of `npm test`, which judges no times, only that all are answered.
      const { text, isSlow } =
        stage.size === 'tiny'
          ? { text: `p99 ${(await beside()).join()} ms`, isSlow: false }
          : await judge(async () => p99Of(await work(stage, address, seconds)), beside);
      if (isSlow) seen.problems.push(text);
      seen.figures = [text, ...figures].join('; ');
      return seen;
    },
  };
}

/** A technician without any right, but for what every technician has. */
const greedy = (stage: Stage) => stage.people.places[0]!.technicians[0]!;

/** The second is within every limit of size, and takes its time. */
const pictures = async () =>
  Promise.all([
    sharp({ create: { width: 6_320, height: 6_320, channels: 4, background: '#12638780' } })
      .png({ progressive: true })
      .toBuffer(),
    sharp({ create: { width: 6_300, height: 6_300, channels: 3, background: '#126387' } })
      .jpeg({ quality: 30 })
      .toBuffer(),
  ]);

export const largePictures = greedyFault('pictures that are large to decode', async (stage, address) => {
  const sent = await pictures();
  const { token } = greedy(stage);
  const statuses = new Map<string, number>();
  let ended = false;
  const upload = async (path: string, field: string, picture: Buffer) => {
    const form = new FormData();
    form.set(field, new Blob([new Uint8Array(picture)]), 'a.png');
    form.set('visit_id', '2147480001');
    const status = await fetch(`${address}/v1/${path}`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${token}` },
    }).then(
      async (response) => {
        await response.arrayBuffer();
        return String(response.status);
      },
      // A refusal does not wait for the rest of what is sent.
      () => 'cut',
    );
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  // Eight at a time, each followed by the next, as long as people work.
  const senders = Array.from({ length: 8 }, async (_, sender) => {
    for (let turn = sender; !ended; turn++) {
      if (turn % 4 === 3) await upload('visit/photos', 'photo', sent[turn % 2]!);
      else await upload('user/upload_profile_picture', 'picture', sent[turn % 2]!);
      // One that is refused for having sent too many goes on all the same.
      await new Promise((next) => setTimeout(next, 20));
    }
  });
  return async () => {
    ended = true;
    await Promise.all(senders);
    const wrong = [...statuses.keys()].filter(
      (status) => !['200', '404', '422', '429', 'cut'].includes(status),
    );
    return {
      figures: `pictures answered ${[...statuses].map(([status, count]) => `${status}: ${count}`).join(', ')}`,
      problems: wrong.map((status) => `a picture was answered ${status}`),
    };
  };
});

export const greedySockets = greedyFault("one user's sockets", async (stage) => {
  const { token } = greedy(stage);
  const place = stage.people.places[0]!.code;
  const [row] = await stage.db.sql<{ version: number }[]>`
    select version from operations where code = ${place}`;
  const sockets: Socket[] = Array.from({ length: 100 }, () => stage.socket(0, token));
  let sent = 0;
  let connections = 0;
  /** As much as one socket may at once, then as much as it may in a second. */
  const ask = (socket: Socket, from: number, count: number) => {
    for (let turn = from; turn < from + count; turn++) {
      sent++;
      socket.emit('look', { thing: `visit.${2_000_000 + turn}` });
      if (turn % 3 === 0)
        socket.emit(
          'watch',
          { operation: place, version: Math.max(0, row!.version - 1 - (turn % 499)) },
          () => {},
        );
    }
  };
  for (const socket of sockets) {
    socket.on('connect', () => {
      connections++;
      ask(socket, 0, 140);
    });
    socket.on('disconnect', (reason) => {
      // What a client of ill will does; socket.io takes it as final.
      if (reason === 'io server disconnect') setTimeout(() => socket.connect(), 200);
    });
  }
  let turn = 200;
  const again = setInterval(() => {
    turn += 15;
    for (const socket of sockets) if (socket.connected) ask(socket, turn, 15);
  }, 1_000);
  return async () => {
    clearInterval(again);
    for (const socket of sockets) socket.close();
    return { figures: `${sent} messages over ${connections} connections`, problems: [] };
  };
});
