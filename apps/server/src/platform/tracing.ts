/**
 * Attributes of a span. They never contain text, names, mail addresses or secrets of users: ids,
 * counts, sizes and kinds only.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** Kind of a span: work of this process, a call that it answers, or one that it makes. */
export type SpanKind = 'internal' | 'server' | 'client';

/** Name and attributes of a span. `kind`: `internal` by default. */
export type SpanAbout = {
  readonly name: string;
  readonly kind?: SpanKind;
  readonly attributes?: SpanAttributes;
};

/**
 * Work that is over, as a span. `from`, `to`: its begin and end, as of `performance.now()` of this
 * process (ms).
 */
export type PastSpan = SpanAbout & {
  readonly from: number;
  readonly to: number;
  readonly isFailed?: boolean;
};

/** A place in a trace, under which spans are recorded. If it is not sampled, nothing is. */
export type TracePlace = {
  readonly traceId: string;
  readonly isSampled: boolean;
  /** The header `traceparent` of calls that are made here. Source: W3C, Trace Context, 3.2. */
  readonly header: string;
  /** Records a span. Returns the place under it. */
  record(span: PastSpan): TracePlace;
  /** Begins a span. */
  open(about: SpanAbout): OpenSpan;
};

/** A span that has not ended, and the place under it. */
export type OpenSpan = {
  readonly place: TracePlace;
  end(isFailed: boolean, attributes?: SpanAttributes): void;
};

/** Records the first span of a trace. Returns the place under it. */
export type RecordFirst = TracePlace['record'];

/** The export of traces of this process. */
export interface Tracing {
  /** Begins a trace for work that is recorded when it is over; null if it is not sampled. */
  begin(): RecordFirst | null;
  /**
   * Begins a span of another process' trace, or of a new one.
   *
   * @param parent the header `traceparent` of a trusted sender; null, or one that is malformed,
   *   begins a new trace
   */
  open(about: SpanAbout, parent: string | null): OpenSpan;
  /** Exports what was recorded, for at most two seconds, and ends the export. */
  close(): Promise<void>;
}
