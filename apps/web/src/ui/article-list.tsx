import { Link } from 'react-router';
import classes from './article-list.module.css';

/** List entry of an article. */
export type ArticleEntry = {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly date?: string;
};

/** List of articles under `base`. */
export function ArticleList({ entries, base }: { entries: readonly ArticleEntry[]; base: string }) {
  return (
    <ul className={classes['list']}>
      {entries.map(({ slug, title, summary, date }) => (
        <li key={slug}>
          <h2>
            <Link to={`${base}/${slug}`}>{title}</Link>
          </h2>
          <p>{summary}</p>
          {date !== undefined && <Day date={date} />}
        </li>
      ))}
    </ul>
  );
}

/**
 * Formats a day. Fixed language and time zone, so that the built page and the browser produce the
 * same text.
 */
export function Day({ date }: { date: string }) {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );
  return (
    <p className={classes['date']}>
      <time dateTime={date}>{day}</time>
    </p>
  );
}
