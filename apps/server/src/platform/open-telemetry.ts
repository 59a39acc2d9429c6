import { setTimeout as sleep } from 'node:timers/promises';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Context,
  type Span,
  type SpanContext,
  type Tracer,
} from '@opentelemetry/api';
import { ExportResultCode, parseTraceParent, type ExportResult } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  RandomIdGenerator,
  SamplingDecision,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type IdGenerator,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';
import type { OpenSpan, PastSpan, RecordFirst, SpanAbout, TracePlace, Tracing } from './tracing.ts';

/** Time limit of the last export (ms). */
const closeWithin = 2_000;

/** Distance of two clocks from which on they are compared anew (ms). */
const driftMax = 20;

const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT };

/** Settings of {@link openTelemetry}. `endpoint`: base URL of the collector. */
export type TelemetrySettings = Omit<Config['tracing'], 'endpoint'> & {
  readonly endpoint: string;
};

/** Identification of this process in traces. `nodeId`: null for a single process. */
export type TracedProcess = {
  readonly log: Logger;
  readonly version: string;
  readonly nodeId: string | null;
};

/**
 * Opens the export of traces with the SDK of OpenTelemetry. Spans wait in a queue of 2,048, which
 * is exported every five seconds or when it has 512. While the collector does not respond, further
 * spans are dropped.
 */
export function openTelemetry(settings: TelemetrySettings, about: TracedProcess): Tracing {
  const { endpoint, headers, serviceName } = settings;
  const ids = new PresetIds();
  const sampler = samplerOf(settings);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers });
  const provider = new TracerProvider({
    sampler,
    idGenerator: ids,
    resource: resourceFromAttributes({
      'service.name': serviceName,
      'service.version': about.version,
      ...(about.nodeId !== null && { 'service.instance.id': about.nodeId }),
    }),
    spanProcessors: [new BatchSpanProcessor({ exporter: reporting(exporter, about.log) })],
  });
  return new Telemetry(provider, ids, sampler);
}

/** Returns the sampler that the settings name. */
function samplerOf({ sampler, ratio }: Pick<TelemetrySettings, 'sampler' | 'ratio'>): Sampler {
  const name = sampler.replace('parentbased_', '');
  const root =
    name === 'traceidratio'
      ? new TraceIdRatioBasedSampler(ratio)
      : name === 'always_on'
        ? new AlwaysOnSampler()
        : new AlwaysOffSampler();
  return name === sampler ? root : new ParentBasedSampler({ root });
}

/** Wraps an exporter. Logs when exports begin to fail, and when they succeed again. */
function reporting(exporter: SpanExporter, log: Logger): SpanExporter {
  let isFailing = false;
  function note({ code, error }: ExportResult): void {
    const hasFailed = code !== ExportResultCode.SUCCESS;
    if (hasFailed && !isFailing)
      log.warn({ err: error }, 'Traces cannot be exported; they are dropped meanwhile');
    if (!hasFailed && isFailing) log.warn('Traces are exported again');
    isFailing = hasFailed;
  }
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        note(result);
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}

/** Random ids. The id of the next trace can be set, if it was sampled before. */
class PresetIds implements IdGenerator {
  readonly #random = new RandomIdGenerator();
  next: string | null = null;

  generateTraceId(): string {
    const id = this.next ?? this.#random.generateTraceId();
    this.next = null;
    return id;
  }

  generateSpanId(): string {
    return this.#random.generateSpanId();
  }
}

/**
 * Converts times of `performance.now()` to times since 1970 (ms). The difference changes only if
 * the clock was set, so that the spans of a trace fit each other.
 */
function createWallClock(): (time: number) => number {
  let offset = Date.now() - performance.now();
  return (time) => {
    const now = Date.now() - performance.now();
    if (Math.abs(now - offset) > driftMax) offset = now;
    return offset + time;
  };
}

const isSampled = (flags: number): boolean => (flags & TraceFlags.SAMPLED) !== 0;

/** The spans of one process. */
class Telemetry implements Tracing {
  readonly #provider: TracerProvider;
  readonly #tracer: Tracer;
  readonly #ids: PresetIds;
  readonly #sampler: Sampler;
  readonly #wallClock = createWallClock();

  constructor(provider: TracerProvider, ids: PresetIds, sampler: Sampler) {
    this.#provider = provider;
    this.#tracer = provider.getTracer('longhand');
    this.#ids = ids;
    this.#sampler = sampler;
  }

  begin(): RecordFirst | null {
    const traceId = this.#ids.generateTraceId();
    const [kind, root] = [SpanKind.SERVER, ROOT_CONTEXT];
    const { decision } = this.#sampler.shouldSample(root, traceId, '', kind, {}, []);
    if (decision !== SamplingDecision.RECORD_AND_SAMPLED) return null;
    return (span) => {
      this.#ids.next = traceId;
      return this.#record(span, root);
    };
  }

  open(about: SpanAbout, parent: string | null): OpenSpan {
    const remote = parent === null ? null : parseTraceParent(parent);
    const context =
      remote === null
        ? ROOT_CONTEXT
        : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
    return this.#open(about, context);
  }

  async close(): Promise<void> {
    const ended = this.#provider.shutdown().catch(() => undefined);
    await Promise.race([ended, sleep(closeWithin, undefined, { ref: false })]);
  }

  #record(past: PastSpan, context: Context): TracePlace {
    const span = this.#start(past, past.from, context);
    finish(span, past.isFailed ?? false, this.#wallClock(past.to));
    return this.#placeUnder(span, context);
  }

  #open(about: SpanAbout, context: Context): OpenSpan {
    const span = this.#start(about, performance.now(), context);
    return {
      place: this.#placeUnder(span, context),
      end: (isFailed, attributes = {}) => {
        span.setAttributes(attributes);
        finish(span, isFailed, this.#wallClock(performance.now()));
      },
    };
  }

  #start({ name, kind = 'internal', attributes = {} }: SpanAbout, from: number, context: Context) {
    const options = { kind: kinds[kind], attributes, startTime: this.#wallClock(from) };
    return this.#tracer.startSpan(name, options, context);
  }

  #placeUnder(span: Span, context: Context): TracePlace {
    const inner = trace.setSpan(context, span);
    const about = span.spanContext();
    return {
      traceId: about.traceId,
      isSampled: isSampled(about.traceFlags),
      header: headerOf(about),
      record: (past) => this.#record(past, inner),
      open: (next) => this.#open(next, inner),
    };
  }
}

function finish(span: Span, isFailed: boolean, at: number): void {
  if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end(at);
}

/** Returns the header `traceparent`. Source: W3C, Trace Context, 3.2. */
function headerOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${isSampled(traceFlags) ? '01' : '00'}`;
}
