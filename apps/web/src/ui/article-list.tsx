import { useState } from 'react';
import { Link } from 'react-router';
import { SearchField } from './search-field.tsx';
import classes from './article-list.module.css';

/** List entry of an article. */
export type Entry = {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly date?: string;
};

type Props = { entries: readonly Entry[]; base: string; searchLabel?: string };

/** Normalizes text for comparison: without case and accents. */
const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** List of articles under `base`. With `searchLabel`, a field filters it. */
export function ArticleList({ entries, base, searchLabel }: Props) {
  const [wanted, setWanted] = useState('');
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  const found = entries.filter(({ title, summary }) =>
    words.every((word) => plain(`${title} ${summary}`).includes(word)),
  );
  return (
    <>
      {searchLabel !== undefined && (
        <SearchField label={searchLabel} value={wanted} onChange={setWanted} />
      )}
      <p className={classes['count']} role="status">
        {words.length > 0 && `${found.length} of ${entries.length} articles`}
      </p>
      <ul className={classes['list']}>
        {found.map(({ slug, title, summary, date }) => (
          <li key={slug}>
            <h2>
              <Link to={`${base}/${slug}`}>{title}</Link>
            </h2>
            <p>{summary}</p>
            {date !== undefined && <Day date={date} />}
          </li>
        ))}
      </ul>
    </>
  );
}

/**
 * Formats a day. Fixed language and time zone, so that the prerendered page and the browser produce
 * the same text.
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
