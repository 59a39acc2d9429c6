import classes from './ProgressBar.module.css';

type Props = {
  /** What is on its way, in a few words. */
  label: string;
  /** The part of 1 that is done; null where it cannot be known. */
  part: number | null;
};

/** Long work as a bar with its figure. */
export function ProgressBar({ label, part }: Props) {
  const percent = part === null ? null : Math.round(part * 100);
  return (
    <div className={classes['place']}>
      <p>
        <span>{label}</span>
        {percent !== null && <span>{percent} %</span>}
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
