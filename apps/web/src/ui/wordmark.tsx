import { t } from '@lingui/core/macro';
import classes from './wordmark.module.css';

/** Logo: the name of the product with one stroke under it. */
export function Wordmark() {
  return (
    <span className={classes['mark']}>
      {t`Longhand`}
      <svg viewBox="0 0 100 6" aria-hidden="true" preserveAspectRatio="none">
        <path
          d="M1 4.2C22 1.2 58 1.4 99 3"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.6"
          strokeLinecap="round"
        />
      </svg>
    </span>
  );
}
