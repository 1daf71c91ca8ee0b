import type { Durations } from '../../../machines/visit/load.ts';
import type { Db } from '../../connection/open.ts';

const daysBack = 60;
/** As many closings say something of a kind. */
const enough = 10;
/** Shorter was closed from the office, longer was forgotten. */
const minutes = { least: 5, most: 300 };

/** Minutes that an answer is kept: two months of closings say the same an hour later, and every board asks for it. */
const cacheMinutes = 60;
type Kept = { until: number; durations: Promise<Durations> };
const keptOf = new WeakMap<Db, Map<string, Kept>>();

/** How long visits of each order type took in an operation lately, in minutes, to the nearest five; an hour old at most. */
export function readDurations(db: Db, operation: string, now = new Date()): Promise<Durations> {
  const answers = keptOf.get(db) ?? new Map<string, Kept>();
  keptOf.set(db, answers);
  const there = answers.get(operation);
  if (there && there.until > now.getTime()) return there.durations;
  const durations = measureDurations(db, operation, now);
  answers.set(operation, { until: now.getTime() + cacheMinutes * 60_000, durations });
  durations.catch(() => answers.delete(operation));
  return durations;
}

async function measureDurations({ sql }: Db, operation: string, now: Date): Promise<Durations> {
  const since = new Date(now.getTime() - daysBack * 86_400_000);
  const rows = await sql<{ orderType: number; minutes: number }[]>`
    select order_type, (round(avg(took) / 5) * 5)::int as minutes from (
      select order_type, extract(epoch from closed_at - on_the_way_at) / 60 as took from visits
      where operation = ${operation} and closed_at > ${since} and closed_at is not null and finished and on_the_way_at is not null
    ) x where took between ${minutes.least} and ${minutes.most} group by order_type having count(*) >= ${enough}`;
  return Object.fromEntries(rows.map((row) => [row.orderType, row.minutes]));
}
