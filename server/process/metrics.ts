import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { CommandOutcome } from '../../db/connection/open.ts';

/**
 * A web process's metrics in Prometheus' text format. Labels are route patterns, commands and codes, never
 * ids: the number of series stays constant. docs/operations/watching.md explains each.
 *
 * @param process also memory, CPU, event loop and garbage collection
 */
export function makeMetrics({ process = false }: { process?: boolean } = {}) {
  const register = new Registry();
  if (process) collectDefaultMetrics({ register });
  const registers = [register];
  const requests = new Counter({
    name: 'agenda_http_requests_total',
    help: 'Requests answered, by method, route and status.',
    labelNames: ['method', 'route', 'status'] as const,
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'agenda_http_request_seconds',
    help: 'From the headers of a request to the end of its answer, by route.',
    labelNames: ['route'] as const,
    buckets: secondsOfRequests,
    registers,
  });
  const commands = new Counter({
    name: 'agenda_commands_total',
    help: "Commands by outcome: done, a refusal's code, or accident.",
    labelNames: ['command', 'outcome'] as const,
    registers,
  });
  const commandSeconds = new Histogram({
    name: 'agenda_command_seconds',
    help: 'What a command took, refused or not.',
    labelNames: ['command'] as const,
    buckets: secondsOfRequests,
    registers,
  });
  const feedLag = new Histogram({
    name: 'agenda_feed_lag_seconds',
    help: "From a change's beginning, by the database's clock, until it is published to its boards.",
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15],
    registers,
  });

  return {
    register,
    answered({ method, route, status, seconds }: Answered) {
      requests.inc({ method, route, status: String(status) });
      requestSeconds.observe({ route }, seconds);
    },
    command({ name, outcome, ms }: CommandOutcome) {
      commands.inc({ command: name, outcome });
      commandSeconds.observe({ command: name }, ms / 1_000);
    },
    feedLag: (ms: number) => feedLag.observe(Math.max(0, ms) / 1_000),
    /** A value read when the metrics are scraped. */
    gauge(name: string, help: string, read: () => number) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    /** A counter kept elsewhere, read when the metrics are scraped. */
    counter(name: string, help: string, read: () => number) {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },
  };
}

export type Metrics = ReturnType<typeof makeMetrics>;
export type Answered = { method: string; route: string; status: number; seconds: number };

const secondsOfRequests = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
