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
  const server = (name: ServerName): string => told(spreadOf(values[name]));
  const reached = isReached(figure);
  return [
    workload,
    size,
    `${what}, ${unit}`,
    server('longhand'),
    server('hocuspocus'),
    server('relay'),
    told(ratioOf(figure)),
    goal === null ? '' : `${goal.of === 'ratio' ? '' : 'itself '}≤ ${goal.atMost}`,
    reached === null ? '' : reached ? 'reached' : '**not reached**',
  ];
}

function told(spread: Spread | null): string {
  if (spread === null) return '–';
  const { median, min, max } = spread;
  return min === max ? short(median) : `${short(median)} (${short(min)}–${short(max)})`;
}

/** Formats a value with three significant digits. */
function short(value: number): string {
  return value === 0 || Math.abs(value) >= 100
    ? Math.round(value).toLocaleString('en')
    : String(Number(value.toPrecision(3)));
}
