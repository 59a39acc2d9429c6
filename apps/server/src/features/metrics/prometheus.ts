import { bounds, type LatencyHistogram } from '../../platform/latency-histogram.ts';
import type { Measured } from './measured.ts';
import type { SharedFigures } from './shared-figures.ts';

/**
 * Histogram bounds that are exported (s). A subset of the stored bounds, so that a route does not
 * have sixty lines.
 */
const exportedBounds: readonly number[] = [
  0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10,
];

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

function labels(given: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(given).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function family(
  name: string,
  type: 'counter' | 'gauge' | 'histogram',
  help: string,
  lines: readonly string[],
): string[] {
  return lines.length === 0 ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`, ...lines];
}

/**
 * Returns the lines of one histogram. Its sum is approximate: each duration counts as its upper
 * bound.
 */
function histogram(
  name: string,
  given: Readonly<Record<string, string>>,
  durations: Readonly<LatencyHistogram>,
): string[] {
  const counts = bounds.map((bound, at) => ({
    seconds: bound / 1_000,
    count: durations[String(at)] ?? 0,
  }));
  const upTo = (limit: number): number =>
    counts.reduce((all, { seconds, count }) => (seconds <= limit + 1e-9 ? all + count : all), 0);
  const sum = counts.reduce((all, { seconds, count }) => all + seconds * count, 0);
  return [
    ...exportedBounds.map(
      (limit) => `${name}_bucket${labels({ ...given, le: String(limit) })} ${upTo(limit)}`,
    ),
    `${name}_bucket${labels({ ...given, le: '+Inf' })} ${upTo(Number.POSITIVE_INFINITY)}`,
    `${name}_sum${labels(given)} ${sum}`,
    `${name}_count${labels(given)} ${upTo(Number.POSITIVE_INFINITY)}`,
  ];
}

/** Returns a family with one value per label, or one value without a label. */
function gauge(
  name: string,
  help: string,
  values: readonly (readonly [given: Readonly<Record<string, string>>, value: number])[],
): string[] {
  return family(
    name,
    'gauge',
    help,
    values.map(([given, value]) => `${name}${labels(given)} ${value}`),
  );
}

const one = (value: number) => [[{}, value]] as const;

/** Returns a time as one value (s since 1970); without one, it is missing. */
const timeOf = (at: Date | null) => (at === null ? [] : one(Math.floor(at.getTime() / 1_000)));

/** Returns one value for each state. */
const byState = (counts: Readonly<Record<string, number>>) =>
  Object.entries(counts).map(([state, count]) => [{ state }, count] as const);

function callLines({ requests }: Measured): string[] {
  const routes = Object.entries(requests.totals());
  const seconds = 'longhand_http_request_duration_seconds';
  const counted = routes.flatMap(([route, { statuses }]) =>
    Object.entries(statuses).map(
      ([status, count]) => `longhand_http_requests_total${labels({ route, status })} ${count}`,
    ),
  );
  const times = routes.flatMap(([route, { times: durations }]) =>
    histogram(seconds, { route }, durations),
  );
  return [
    ...family(
      'longhand_http_requests_total',
      'counter',
      'HTTP requests by route and status.',
      counted,
    ),
    ...family(seconds, 'histogram', 'Duration of HTTP requests.', times),
  ];
}

function liveLines({ live }: Measured): string[] {
  const { rooms, connections, commits } = live();
  const seconds = 'longhand_live_commit_duration_seconds';
  return [
    ...gauge('longhand_live_rooms', 'Open documents.', one(rooms)),
    ...gauge('longhand_live_connections', 'Live connections.', one(connections)),
    ...family(
      seconds,
      'histogram',
      'Duration of storing a batch of updates.',
      histogram(seconds, {}, commits),
    ),
  ];
}

function processLines({ errors, version, nodeId }: Measured): string[] {
  const { rss, heapUsed, external } = process.memoryUsage();
  const began = Math.round(performance.timeOrigin / 1_000);
  const about = { version, ...(nodeId !== null && { node: nodeId }) };
  const counted = Object.entries(errors.totals()).map(
    ([kind, count]) => `longhand_errors_total${labels({ kind })} ${count}`,
  );
  return [
    ...gauge('longhand_build_info', 'Version, and id of the node; always 1.', [[about, 1]]),
    ...family(
      'longhand_errors_total',
      'counter',
      'Errors by kind: bugs in Longhand, faults outside of it.',
      counted,
    ),
    ...gauge('process_resident_memory_bytes', 'Memory of the process.', one(rss)),
    ...gauge('nodejs_heap_size_used_bytes', 'Memory of the heap.', one(heapUsed)),
    ...gauge('nodejs_external_memory_bytes', 'Memory outside the heap.', one(external)),
    ...gauge('process_start_time_seconds', 'Start time of the process.', one(began)),
  ];
}

/** Returns figures of the database. Every node has the same, so they are not added up. */
function sharedLines(shared: SharedFigures): string[] {
  return [
    ...gauge(
      'longhand_backup_verified_timestamp_seconds',
      'Time at which the last verified backup was verified.',
      timeOf(shared.verifiedAt),
    ),
    ...gauge(
      'longhand_jobs',
      'Background jobs by state. Failed ones are kept for a week. The same on all nodes.',
      byState(shared.jobs),
    ),
    ...gauge(
      'longhand_jobs_waiting_since_timestamp_seconds',
      'Time since which the oldest job that could run waits. The same on all nodes.',
      timeOf(shared.jobsWaitingSince),
    ),
    ...gauge(
      'longhand_mails',
      'Mails of the outbox by state, without those sent. The same on all nodes.',
      byState(shared.mails),
    ),
    ...gauge(
      'longhand_nodes',
      'Nodes that are alive; 0 for a single process. The same on all nodes.',
      one(shared.nodes),
    ),
  ];
}

/**
 * Returns all metrics of this process since its start in Prometheus' text format, version 0.0.4.
 *
 * @param shared figures of the database; null if it is not available
 */
export function prometheusText(measured: Measured, shared: SharedFigures | null): string {
  const lines = [
    ...processLines(measured),
    ...callLines(measured),
    ...liveLines(measured),
    ...gauge(
      'longhand_database_up',
      '1 if the database responds to this process within a second, otherwise 0.',
      one(shared === null ? 0 : 1),
    ),
    ...(shared === null ? [] : sharedLines(shared)),
  ];
  return `${lines.join('\n')}\n`;
}
