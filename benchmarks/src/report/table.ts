import { spreadOf, type Spread } from '../measure/statistics.ts';
import type { ServerName } from '../wire/wire.ts';
import { isReached, ratioOf, type Figure } from './figures.ts';

const head = [
  'workload',
  'size',
  'measured',
  'Longhand',
  'Hocuspocus',
  'bare relay',
  'ratio',
  'goal',
  '',
];

/**
 * Formats figures as a Markdown table, aligned to be readable as plain text: medians, with minimum
 * and maximum of the rounds in parentheses.
 */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(rowOf);
  const widths = head.map((title, i) =>
    Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function rowOf(figure: Figure): string[] {
  const { workload, size, what, unit, goal, values } = figure;
  const valuesOf = (name: ServerName): string => formatSpread(spreadOf(values[name]));
  const reached = isReached(figure);
  return [
    workload,
    size,
    `${what}, ${unit}`,
    valuesOf('longhand'),
    valuesOf('hocuspocus'),
    valuesOf('relay'),
    formatSpread(ratioOf(figure)),
    goal === null ? '' : `${goal.of === 'ratio' ? '' : 'itself '}≤ ${goal.atMost}`,
    reached === null ? '' : reached ? 'reached' : '**not reached**',
  ];
}

function formatSpread(spread: Spread | null): string {
  if (spread === null) return '–';
  const { median, min, max } = spread;
  return min === max
    ? formatNumber(median)
    : `${formatNumber(median)} (${formatNumber(min)}–${formatNumber(max)})`;
}

/** Formats a value with three significant digits. */
function formatNumber(value: number): string {
  return value === 0 || Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)));
}
