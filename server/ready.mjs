// The health check of a container: ends with 0 while the process beside it answers that it is ready. A file, since
// not every engine hands a program in a command line on as it stands. Plain JavaScript.
const port = process.env.OPS_PORT || process.env.PORT;
const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
