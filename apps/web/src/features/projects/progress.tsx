import { t } from '@lingui/core/macro';
import type { Project } from '@longhand/contract';
import bars from '../../ui/progress-bar.module.css';
import classes from './projects.module.css';

/**
 * Progress of a project: the share of its documents that are approved or published. Renders nothing
 * without documents.
 */
export function Progress({ project: { documentCount, finishedCount } }: { project: Project }) {
  if (documentCount === 0) return null;
  const percent = Math.round((finishedCount / documentCount) * 100);
  const said = t`${finishedCount} of ${documentCount} approved or published`;
  return (
    <div className={classes['progress']}>
      <div
        className={bars['bar']}
        role="meter"
        aria-label={t`Approved or published`}
        aria-valuemin={0}
        aria-valuemax={documentCount}
        aria-valuenow={finishedCount}
        aria-valuetext={said}
      >
        <span style={{ width: `${percent}%` }} />
      </div>
      <p className="facts" aria-hidden="true">
        {said}
      </p>
    </div>
  );
}
