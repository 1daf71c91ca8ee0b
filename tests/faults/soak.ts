import type { Fault } from './fault.ts';
import type { Member } from './fleet.ts';
import { by, pause, percentile } from './timing.ts';

type Sample = { memory: number; handles: number };

/** F30: mixed load for long, and what the processes hold in between. */
export const soak: Fault = {
  title: 'a long mixed load',
  pace: (size) => ({
    lanes: by(size, 4, 4, 4),
    pauseMs: by(size, 100, 100, 180),
    from: by(size, 1_000, 1_000, 100),
  }),
  async run(stage, load) {
    const seconds = by(stage.size, 20, 60, 3_600);
    const members = [...stage.webs, ...stage.workers];
    const samples = new Map<Member, Sample[]>(members.map((one) => [one, []]));
    const every = Math.max(500, (seconds * 1_000) / 120);
    for (const end = Date.now() + seconds * 1_000; Date.now() < end; await pause(every))
      for (const member of members) samples.get(member)!.push(member.usage());
    await load.finish();
    const problems: string[] = [];
    const figures = members.map((member) => {
      const all = samples.get(member)!;
      // The first quarter warms up; the second and the last are compared.
      const quarter = Math.floor(all.length / 4);
      const [early, late] = [all.slice(quarter, 2 * quarter), all.slice(-quarter)];
      const middle = (some: Sample[], what: keyof Sample) =>
        Math.round(
          percentile(
            some.map((one) => one[what]),
            0.5,
          ),
        );
      const [from, to] = [middle(early, 'memory'), middle(late, 'memory')];
      const [held, holds] = [middle(early, 'handles'), middle(late, 'handles')];
      if (to > from * by(stage.size, 1.4, 1.3, 1.15) + 20)
        problems.push(`${member.name} grew from ${from} to ${to} MB`);
      if (holds > held + 12) problems.push(`${member.name} held ${held} handles and holds ${holds}`);
      if (member.ends() > 0) problems.push(`${member.name} ended ${member.ends()} times`);
      return `${member.name} ${from} → ${to} MB, ${held} → ${holds} handles`;
    });
    return { figures: `${seconds} s: ${figures.join('; ')}`, problems };
  },
};
