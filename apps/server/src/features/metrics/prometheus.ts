import type { Measured } from './measured.ts';
import type { ProcessSample } from './process-metrics.ts';
import { family, gauge, histogram, valueLine } from './prometheus-text.ts';
import type { Pool, Storage } from './resources.ts';
import type { SharedFigures } from './shared-figures.ts';

/** Metrics that are read for each response. Null: the database or the folder is not available. */
export type Scraped = {
  /** Metrics of the process. Its delays are those since the last response. */
  readonly process: ProcessSample;
  readonly storage: Storage;
  readonly shared: SharedFigures | null;
};

/** Returns the lines of a metric with one label. */
function byLabel(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  [label, values]: readonly [string, Readonly<Record<string, number>>],
): string[] {
  const lines = Object.entries(values).map(([key, value]) =>
    valueLine(name, value, { [label]: key }),
  );
  return family(name, type, help, lines);
}

function requestFamilies(measured: Measured): string[] {
  const routes = Object.entries(measured.requests.totals());
  const [count, seconds] = [
    'longhand_http_requests_total',
    'longhand_http_request_duration_seconds',
  ];
  const counted = routes.flatMap(([route, { statuses }]) =>
    Object.entries(statuses).map(([status, value]) => valueLine(count, value, { route, status })),
  );
  const times = routes.flatMap(([route, each]) => histogram(seconds, { route }, each.times));
  return [
    ...family(count, 'counter', 'HTTP requests by route and status.', counted),
    ...family(seconds, 'histogram', 'Duration of HTTP requests.', times),
  ];
}

function liveFamilies(measured: Measured): string[] {
  const { rooms, connections, commits, refused } = measured.live();
  const seconds = 'longhand_live_commit_duration_seconds';
  return [
    ...gauge('longhand_live_rooms', 'Open documents.', rooms),
    ...gauge('longhand_live_connections', 'Live connections.', connections),
    ...family(
      seconds,
      'histogram',
      'Duration of storing a batch of updates.',
      histogram(seconds, {}, commits),
    ),
    ...byLabel(
      'longhand_live_refused_updates_total',
      'counter',
      'Updates of pages that were refused, by reason.',
      ['reason', refused],
    ),
  ];
}

function poolFamilies({ total, idle, waiting }: Pool): string[] {
  return [
    ...byLabel(
      'longhand_database_pool_connections',
      'gauge',
      'Connections of this process to the database.',
      ['state', { active: total - idle, idle }],
    ),
    ...gauge(
      'longhand_database_pool_waiting',
      'Queries that wait for a connection to the database.',
      waiting,
    ),
  ];
}

function storageFamilies({ free, reserve, journal }: Storage): string[] {
  const name = 'longhand_disk_free_bytes';
  return [
    ...byLabel(name, 'gauge', 'Free space on the disk of a folder.', ['folder', free]),
    ...gauge(
      'longhand_disk_reserve_bytes',
      'Free space below which no new data is stored.',
      reserve,
    ),
    ...gauge('longhand_journal_bytes', 'Text that the embedded database does not have.', journal),
  ];
}

/** Returns a time (s since 1970). */
const secondsOf = (at: Date | null): number | null =>
  at === null ? null : Math.floor(at.getTime() / 1_000);

/** Returns figures of the database. Every node has the same, so they are not added up. */
function sharedFamilies(shared: SharedFigures): string[] {
  return [
    ...gauge(
      'longhand_backup_verified_timestamp_seconds',
      'Time at which the last verified backup was verified.',
      secondsOf(shared.verifiedAt),
    ),
    ...byLabel(
      'longhand_jobs',
      'gauge',
      'Background jobs by state. Failed ones are kept for a week. The same on all nodes.',
      ['state', shared.jobs],
    ),
    ...gauge(
      'longhand_jobs_waiting_since_timestamp_seconds',
      'Time since which the oldest job that could run waits. The same on all nodes.',
      secondsOf(shared.jobsWaitingSince),
    ),
    ...byLabel(
      'longhand_mails',
      'gauge',
      'Mails of the outbox by state, without those sent. The same on all nodes.',
      ['state', shared.mails],
    ),
    ...gauge(
      'longhand_nodes',
      'Nodes that are alive; 0 for a single process. The same on all nodes.',
      shared.nodes,
    ),
  ];
}

function buildFamilies({ version, nodeId }: Measured): string[] {
  const name = 'longhand_build_info';
  const about = { version, ...(nodeId !== null && { node: nodeId }) };
  return family(name, 'gauge', 'Version, and id of the node; always 1.', [
    valueLine(name, 1, about),
  ]);
}

function processFamilies({ memory, delay }: ProcessSample): string[] {
  const about = 'Delay of the event loop since the last response';
  return [
    ...gauge('process_resident_memory_bytes', 'Memory of the process.', memory.rss),
    ...gauge('nodejs_heap_size_used_bytes', 'Memory of the heap.', memory.heapUsed),
    ...gauge('nodejs_external_memory_bytes', 'Memory outside the heap.', memory.external),
    ...gauge('nodejs_eventloop_lag_p50_seconds', `${about}, median.`, delay.p50 / 1_000),
    ...gauge('nodejs_eventloop_lag_p99_seconds', `${about}, 99th percentile.`, delay.p99 / 1_000),
    ...gauge('nodejs_eventloop_lag_max_seconds', `${about}, maximum.`, delay.max / 1_000),
    ...gauge(
      'process_start_time_seconds',
      'Start time of the process.',
      Math.round(performance.timeOrigin / 1_000),
    ),
  ];
}

/** Returns all metrics of this process in Prometheus' text format, version 0.0.4. */
export function prometheusText(measured: Measured, scraped: Scraped): string {
  const lines = [
    ...buildFamilies(measured),
    ...requestFamilies(measured),
    ...liveFamilies(measured),
    ...byLabel(
      'longhand_errors_total',
      'counter',
      'Errors by kind: bugs in Longhand, faults outside of it.',
      ['kind', measured.errors.totals()],
    ),
    ...poolFamilies(measured.resources.pool()),
    ...storageFamilies(scraped.storage),
    ...gauge(
      'longhand_database_up',
      '1 if the database responds to this process within a second, otherwise 0.',
      scraped.shared === null ? 0 : 1,
    ),
    ...(scraped.shared === null ? [] : sharedFamilies(scraped.shared)),
    ...processFamilies(scraped.process),
  ];
  return `${lines.join('\n')}\n`;
}
