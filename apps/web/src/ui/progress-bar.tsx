import { percentage } from './percent.ts';
import classes from './progress-bar.module.css';

type Props = {
  /** Short description of the work in progress. */
  label: string;
  /** Completed fraction, 0 to 1; null if unknown. */
  part: number | null;
};

/** Progress bar with a percentage. */
export function ProgressBar({ label, part }: Props) {
  const percent = part === null ? null : Math.round(part * 100);
  return (
    <div>
      <p className={`spread figures ${classes['label']}`}>
        <span>{label}</span>
        {percent !== null && <span>{percentage(percent)}</span>}
      </p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        {...(percent !== null && { 'aria-valuenow': percent })}
        className={classes['bar']}
        data-unknown={percent === null || undefined}
      >
        <span style={{ width: `${percent ?? 35}%` }} />
      </div>
    </div>
  );
}
