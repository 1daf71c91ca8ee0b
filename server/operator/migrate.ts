import { operateOn } from './operate.ts';

// The entrance of `npm run migrate`: the newest schema, once, before the processes that need it. Any number at the
// same time do it once.

process.exitCode = await operateOn({}, async () => 0).catch((error: Error) => {
  console.error(error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message);
  return 1;
});
if (process.exitCode === 0) console.log('The database has the newest schema.');
