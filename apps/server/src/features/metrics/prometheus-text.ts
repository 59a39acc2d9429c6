import { bounds, type LatencyHistogram } from '../../platform/latency-histogram.ts';

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

/** Returns the line of one value. */
export function valueLine(
  name: string,
  value: number,
  given: Readonly<Record<string, string>> = {},
): string {
  return `${name}${labels(given)} ${value}`;
}

/** Returns the lines of a gauge without labels; none if its value is not known. */
export function gauge(name: string, help: string, value: number | null): string[] {
  return family(name, 'gauge', help, value === null ? [] : [valueLine(name, value)]);
}

/**
 * Returns the lines of one metric: its description and its values, or none without values.
 *
 * @param lines values, as {@link valueLine} returns them
 */
export function family(
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
export function histogram(
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
