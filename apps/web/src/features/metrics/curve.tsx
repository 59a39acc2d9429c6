import { t } from '@lingui/core/macro';
import { useId } from 'react';
import shapes from '../../ui/skeletons.module.css';
import classes from './metrics.module.css';

type Props = {
  /** Heading of the chart. */
  name: string;
  values: readonly number[];
  /** Formats a value with its unit. */
  write: (value: number) => string;
};

const [width, height] = [600, 120];

/**
 * Returns the SVG path of a curve through `values`, scaled to the drawing; the baseline is zero.
 */
export function pathOf(values: readonly number[], most: number): string {
  if (values.length === 0) return '';
  const step = values.length > 1 ? width / (values.length - 1) : 0;
  return values
    .map(
      (value, at) =>
        `${at === 0 ? 'M' : 'L'}${(at * step).toFixed(1)} ${(height - (value / (most || 1)) * (height - 4)).toFixed(1)}`,
    )
    .join('');
}

/** Loading skeleton of `count` charts. */
export function FigureShapes({ count }: { count: number }) {
  return (
    <div className={`cards ${classes['grid']}`} role="status" aria-label={t`Loading`}>
      {Array.from({ length: count }, (_, n) => (
        <div key={n} className={`card pulses ${shapes['figure']}`} data-shape />
      ))}
    </div>
  );
}

/**
 * Chart of a figure over time: the last value as text, the curve, and minimum and maximum for
 * screen readers.
 */
export function Curve({ name, values, write }: Props) {
  const id = useId();
  const most = Math.max(0, ...values);
  const least = values.length > 0 ? Math.min(...values) : 0;
  const last = values.at(-1);
  return (
    <figure className={`card ${classes['figure']}`} aria-labelledby={id}>
      <figcaption id={id} className="spread">
        <span>{name}</span>
        <strong dir="auto">{last === undefined ? t`no data yet` : write(last)}</strong>
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={
          values.length > 0
            ? t`From ${{ least: write(least) }} to ${{ most: write(most) }}`
            : t`No data yet`
        }
      >
        <path
          d={pathOf(values, most)}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
    </figure>
  );
}
