import classes from './transfer.module.css';

/** List of content that could not be imported or exported; renders nothing if it is empty. */
export function Report({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <section className={classes['report']} aria-label="Not included">
      <h3>Not included</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
