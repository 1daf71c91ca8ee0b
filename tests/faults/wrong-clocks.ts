import { join } from 'node:path';
import { addDays, today } from '../../machines/calendar/slots.ts';
import type { Fault } from './fault.ts';
import { newVisit } from './races.ts';
import { pause } from './timing.ts';

/** F21: every process has another wrong clock and another zone; deadlines follow the database and the business. */

const shifts: Record<string, { minutes: number; zone: string }> = {
  web1: { minutes: 7, zone: 'Asia/Tokyo' },
  web2: { minutes: -7, zone: 'UTC' },
  worker1: { minutes: 11, zone: 'America/Los_Angeles' },
  worker2: { minutes: -5, zone: 'Pacific/Kiritimati' },
};

export const wrongClocks: Fault = {
  title: 'clocks off by minutes, zones of elsewhere',
  stage: () => ({
    execArgv: ['--import', join(import.meta.dirname, 'shifted-clock.mjs')],
    envOf: (name) => ({ CLOCK_SHIFT_MS: String(shifts[name]!.minutes * 60_000), TZ: shifts[name]!.zone }),
  }),
  async run(stage, load) {
    const { sql } = stage.db;
    const problems: string[] = [];
    await load.finish();
    const place = stage.people.places[1]!;
    // Two visits that stand on both sides of a deadline, nearer to it than any clock is wrong. The deadline is the
    // end of yesterday's slot for one that was assigned before it; today's slot has not ended for the other.
    const [due, early] = [
      await newVisit(stage, { place: 1, to: place.technicians[30]!.technicianId }),
      await newVisit(stage, { place: 1, to: place.technicians[31]!.technicianId }),
    ];
    const move = (id: number, day: string) => sql`
      with moved as (update visits set day = ${day}, assigned_at = now() - interval '3 days' where id = ${id} returning id)
      update events set data = jsonb_set(data, '{to,day}', to_jsonb(${day}::text))
      where visit_id in (select id from moved) and name = 'visit.created'`;
    const day = today(new Date());
    await move(due, addDays(day, -1));
    await move(early, addDays(day, 1));
    const isDelayed = async (id: number) =>
      (await sql<{ delayed: boolean }[]>`select delayed from visits where id = ${id}`)[0]!.delayed;
    for (const deadline = Date.now() + 30_000; !(await isDelayed(due)) && Date.now() < deadline; )
      await pause(200);
    if (!(await isDelayed(due))) problems.push('a deadline did not pass');
    if (await isDelayed(early)) problems.push('a deadline passed a day early');
    // What was written carries the database's time, whichever process wrote it.
    const [off] = await sql<{ n: number; most: number }[]>`
      select count(*)::int as n, coalesce(max(abs(extract(epoch from at - now()))), 0)::int as most from events
      where key = any(${stage.journal.intents.map(({ key }) => key)}::text[]) and abs(extract(epoch from at - now())) > 240`;
    if (off!.n > 0) problems.push(`${off!.n} events up to ${off!.most} s off`);
    // A visit of today is today's for both webs, though one of them lives in Tokyo.
    for (const web of [0, 1]) {
      const visit_id = await newVisit(stage, { day });
      const mine = stage.people.places[0]!.technicians[40 + web]!;
      const taken = await stage.journal.act(mine.token, 'visit/attach', { visit_id }, web);
      if (taken.status !== 200)
        problems.push(`web${web + 1} says that today is another day: ${taken.text.slice(0, 120)}`);
    }
    // Sessions end by the database's clock: one with two minutes left lives at the web that is seven ahead.
    const [token, session] = ['s'.repeat(43), place.technicians[33]!.userId];
    const { hashToken } = await import('../../db/secrets/links.ts');
    await sql`insert into sessions (token_hash, user_id, kind, expires_at) values (${hashToken(token)}, ${session}, 'api', now() + interval '2 minutes')`;
    for (const address of stage.addresses) {
      const { status } = await stage.journal.once(address, 'user/permissions', {}, { token });
      if (status !== 200) problems.push(`a session with two minutes left was answered ${status}`);
    }
    return { figures: 'web +7 and -7 min, workers +11 and -5 min, four zones', problems };
  },
};
