// A container's health check: exit code 0 while the process beside it is ready. A file, because not every
// engine passes a program in a command line unchanged. Plain JavaScript.
const port = process.env.OPS_PORT || process.env.PORT;
const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
