import { useState } from 'react';
import { Link } from 'react-router';
import { SearchField } from './SearchField.tsx';
import classes from './ArticleList.module.css';

/** What a list shows of an article. */
export type Entry = { readonly slug: string; readonly title: string; readonly summary: string; readonly date?: string };

type Props = { entries: readonly Entry[]; base: string; searchLabel?: string };

/** Letters as they are compared: without case and accents. */
const plain = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** A list of articles under `base`, with a field that narrows it down where there are many. */
export function ArticleList({ entries, base, searchLabel }: Props) {
  const [wanted, setWanted] = useState('');
  const words = plain(wanted).split(/\s+/).filter(Boolean);
  const found = entries.filter(({ title, summary }) => words.every((word) => plain(`${title} ${summary}`).includes(word)));
  return (
    <>
      {searchLabel !== undefined && <SearchField label={searchLabel} value={wanted} onChange={setWanted} />}
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

/** A day as people write it. In one language and zone, so that the page built ahead and the one in the browser agree. */
export function Day({ date }: { date: string }) {
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(`${date}T00:00:00Z`));
  return (
    <p className={classes['date']}>
      <time dateTime={date}>{day}</time>
    </p>
  );
}
