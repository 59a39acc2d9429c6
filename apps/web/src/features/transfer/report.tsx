import { t } from '@lingui/core/macro';
import classes from './transfer.module.css';

/** List of content that could not be imported or exported; renders nothing if it is empty. */
export function Report({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section className="stack" aria-label={t`Not included`}>
      <h3 className="plainHeading">{t`Not included`}</h3>
      <ul className={`remark ${classes['listed']}`}>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
