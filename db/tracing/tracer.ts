import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { SpanKind } from '@opentelemetry/api';

/** A finished part of what a request caused, in any process. */
export type Span = {
  /** The request's id (`x-request-id`): spans of the same request are one trace. */
  requestId: string;
  name: string;
  /** What other processes name as a parent; absent: it is no parent. */
  id?: string;
  /** The `id` of the span that led to this one; absent: the request itself. */
  parent?: string | null;
  kind?: 'server' | 'client' | 'consumer';
  /** Milliseconds since 1970. */
  from: number;
  to: number;
  attributes?: Record<string, string | number>;
  failed?: boolean;
};

export type Tracer = {
  record(span: Span): void;
  /** Sends what waits. */
  close(): Promise<void>;
};

const batchMs = 1_000;
const closeMs = 1_000;

/** The id of the span of a request itself. */
export const requestSpan = 'request';
/** The id of the span of an event on its way from the commit to a job of the queue. */
export const queuedSpan = (jobId: string) => `queued ${jobId}`;
export const jobSpan = (jobId: string) => `job ${jobId}`;

/**
 * Sends spans to an OpenTelemetry collector by OTLP over HTTP, in batches; those that it does not take are dropped.
 * Ids of traces and spans are made of the request's id, which the processes hand on already, so that nothing else has
 * to be handed on. A request id of 32 hexadecimal digits, as a tracing proxy can give it, is the trace's id.
 *
 * @param endpoint the collector, such as http://127.0.0.1:4318; undefined: no tracing, and none of its code is loaded
 * @param service the name of this kind of process
 */
export async function openTracer(endpoint: string | undefined, service: string): Promise<Tracer | undefined> {
  if (endpoint === undefined) return undefined;
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  // The SDK asks for an id while a span is started, which is synchronous.
  const next = { trace: '', span: '' };
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'process.pid': process.pid }),
    idGenerator: { generateTraceId: () => next.trace, generateSpanId: () => next.span },
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }),
        scheduledDelayMillis: batchMs,
      }),
    ],
  });
  const tracer = provider.getTracer('agenda-tecnica');
  const kinds: Record<NonNullable<Span['kind']>, SpanKind> = {
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    consumer: api.SpanKind.CONSUMER,
  };
  return {
    record({ requestId, name, id, parent = requestSpan, kind, from, to, attributes = {}, failed }) {
      const traceId = traceOf(requestId);
      next.trace = traceId;
      next.span = id === undefined ? randomBytes(8).toString('hex') : spanOf(requestId, id);
      const context =
        parent === null
          ? api.ROOT_CONTEXT
          : api.trace.setSpanContext(api.ROOT_CONTEXT, {
              traceId,
              spanId: spanOf(requestId, parent),
              traceFlags: api.TraceFlags.SAMPLED,
              isRemote: true,
            });
      const span = tracer.startSpan(
        name,
        {
          startTime: from,
          kind: kind ? kinds[kind] : api.SpanKind.INTERNAL,
          attributes: { ...attributes, 'agenda.request_id': requestId },
        },
        context,
      );
      if (failed) span.setStatus({ code: api.SpanStatusCode.ERROR });
      span.end(Math.max(from, to));
    },
    // A collector that does not answer is not waited for: a process has seconds to end.
    close: () =>
      Promise.race([provider.shutdown().catch(() => {}), wait(closeMs, undefined, { ref: false })]),
  };
}

/** The id of a request's trace: 32 hexadecimal digits. */
export const traceOf = (requestId: string): string =>
  /^(?!0{32})[\da-f]{32}$/.test(requestId) ? requestId : digits(requestId, 32);
/** The id of a span that any process can name: 16 hexadecimal digits. */
export const spanOf = (requestId: string, id: string): string => digits(`${requestId}\n${id}`, 16);

const digits = (text: string, count: number) =>
  createHash('sha256').update(text).digest('hex').slice(0, count);
