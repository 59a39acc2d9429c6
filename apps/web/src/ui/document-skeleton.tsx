import { t } from '@lingui/core/macro';
import classes from './document-skeleton.module.css';

/** Loading skeleton of a document: its bar, title and first lines in their final positions. */
export function DocumentSkeleton({ label = t`Loading the document` }: { label?: string }) {
  return (
    <>
      <div className={classes['bar']} />
      <div className={classes['area']}>
        <main id="main" className={classes['sheet']} aria-busy="true">
          <span className="unseen" role="status">
            {label}
          </span>
          <span className={classes['title']} />
          <TextSkeleton />
        </main>
      </div>
    </>
  );
}

/** Loading skeleton of several lines of text. */
export function TextSkeleton() {
  return (
    <div aria-hidden="true" className={`stack ${classes['lines']}`}>
      {[96, 100, 92, 61, 98, 88, 44].map((width, line) => (
        <span key={line} className="pulses" style={{ width: `${width}%` }} />
      ))}
    </div>
  );
}
