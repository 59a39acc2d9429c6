import classes from './Transfer.module.css';

/** Sentences about what could not be carried, in or out; nothing where all was. */
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
