import { migrate } from '../../db/migrate.ts';
import { makeQueues } from '../../workers/queue.ts';

// A process that does what a start does to the database, and ends.
const databaseUrl = process.env.DATABASE_URL!;
await migrate(databaseUrl);
const queues = await makeQueues({ databaseUrl });
await queues.close();
process.exit(0);
