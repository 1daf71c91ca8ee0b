import { operateOn } from './operate.ts';

process.exitCode = await operateOn({}, async () => 0).catch((error: Error) => {
  console.error(error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message);
  return 1;
});
if (process.exitCode === 0) console.log('The database has the newest schema.');
