import { t } from '@lingui/core/macro';
import classes from './skeletons.module.css';

/** Loading skeleton of `count` rows. */
export function RowSkeletons({ count = 3 }: { count?: number }) {
  return (
    <div className="rows" role="status" aria-label={t`Loading`} aria-busy="true">
      {Array.from({ length: count }, (_, row) => (
        <div key={row} className={`stack ${classes['row']}`}>
          <span className={`pulses ${classes['line']}`} data-wide />
          <span className={`pulses ${classes['line']}`} />
        </div>
      ))}
    </div>
  );
}
