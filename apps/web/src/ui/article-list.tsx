import { Link } from 'react-router';
import { variantOf } from './dates.ts';
import { language } from '../language/language.ts';
import classes from './article-list.module.css';

/** List entry of an article. `lang`: its language, if it is not that of the page. */
export type ArticleEntry = {
  readonly slug: string;
  readonly title: string;
  readonly summary: string;
  readonly date?: string;
  readonly lang?: string;
};

/** List of articles under `base`. */
export function ArticleList({ entries, base }: { entries: readonly ArticleEntry[]; base: string }) {
  return (
    <ul className={classes['list']}>
      {entries.map(({ slug, title, summary, date, lang }) => (
        <li key={slug}>
          <h2 lang={lang}>
            <Link to={`${base}/${slug}`} dir="auto">
              {title}
            </Link>
          </h2>
          <p className="soft" lang={lang} dir="auto">
            {summary}
          </p>
          {date !== undefined && <Day date={date} />}
        </li>
      ))}
    </ul>
  );
}

/**
 * Formats a day, in a fixed time zone and without the languages of the browser: the text does not
 * depend on the machine of the build.
 */
export function Day({ date }: { date: string }) {
  const dateLocale = variantOf(language, []);
  const format = new Intl.DateTimeFormat(dateLocale, { dateStyle: 'long', timeZone: 'UTC' });
  const day = format.format(new Date(`${date}T00:00:00Z`));
  return (
    <p className={classes['date']}>
      <time dateTime={date}>{day}</time>
    </p>
  );
}
