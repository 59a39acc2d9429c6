import { bounds, type LatencyHistogram } from '../../platform/latency-histogram.ts';
import type { BackupState } from '../../domain/backups.ts';
import type { Measured } from './measured.ts';

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

/** Returns the time of the last verified backup; without one, it is missing. */
function backupFamily(backups: BackupState | null): string[] {
  const at = backups?.verifiedAt ?? null;
  const name = 'longhand_backup_verified_timestamp_seconds';
  const lines = at === null ? [] : [`${name} ${Math.floor(at.getTime() / 1_000)}`];
  return family(name, 'gauge', 'Time at which the last verified backup was verified.', lines);
}

/**
 * Returns all metrics of this process since its start in Prometheus' text format, version 0.0.4.
 *
 * @param backups null if the database is not available
 */
export function prometheusText(measured: Measured, backups: BackupState | null): string {
  const routes = Object.entries(measured.requests.totals());
  const { rooms, connections, commits } = measured.live();
  const { rss, heapUsed, external } = process.memoryUsage();
  const seconds = 'longhand_http_request_duration_seconds';
  const counted = routes.flatMap(([route, { statuses }]) =>
    Object.entries(statuses).map(
      ([status, count]) => `longhand_http_requests_total${labels({ route, status })} ${count}`,
    ),
  );
  const lines = [
    ...family(
      'longhand_http_requests_total',
      'counter',
      'HTTP requests by route and status.',
      counted,
    ),
    ...family(
      seconds,
      'histogram',
      'Duration of HTTP requests.',
      routes.flatMap(([route, { times }]) => histogram(seconds, { route }, times)),
    ),
    ...family('longhand_live_rooms', 'gauge', 'Open documents.', [`longhand_live_rooms ${rooms}`]),
    ...family('longhand_live_connections', 'gauge', 'Live connections.', [
      `longhand_live_connections ${connections}`,
    ]),
    ...family(
      'longhand_live_commit_duration_seconds',
      'histogram',
      'Duration of storing a batch of updates.',
      histogram('longhand_live_commit_duration_seconds', {}, commits),
    ),
    ...family(
      'longhand_errors_total',
      'counter',
      'Errors by kind: bugs in Longhand, faults outside of it.',
      Object.entries(measured.errors.totals()).map(
        ([kind, count]) => `longhand_errors_total${labels({ kind })} ${count}`,
      ),
    ),
    ...backupFamily(backups),
    ...family('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [
      `process_resident_memory_bytes ${rss}`,
    ]),
    ...family('nodejs_heap_size_used_bytes', 'gauge', 'Memory of the heap.', [
      `nodejs_heap_size_used_bytes ${heapUsed}`,
    ]),
    ...family('nodejs_external_memory_bytes', 'gauge', 'Memory outside the heap.', [
      `nodejs_external_memory_bytes ${external}`,
    ]),
    ...family('process_start_time_seconds', 'gauge', 'Start time of the process.', [
      `process_start_time_seconds ${Math.round(performance.timeOrigin / 1_000)}`,
    ]),
  ];
  return `${lines.join('\n')}\n`;
}
