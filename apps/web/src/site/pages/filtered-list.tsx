import { plural } from '@lingui/core/macro';
import { ArticleList, type ArticleEntry } from '../../ui/article-list.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import classes from '../../features/articles/article-search.module.css';

type Props = { entries: readonly ArticleEntry[]; base: string; label: string };

/** List of articles under `base`, with a field that filters it (`article-filter.ts`). */
export function FilteredList({ entries, base, label }: Props) {
  return (
    <div data-filter>
      <SearchField label={label} />
      <p
        className={`soft ${classes['count']}`}
        role="status"
        data-counted={JSON.stringify({ other: shownOf(entries.length) })}
      />
      <ArticleList entries={entries} base={base} />
    </div>
  );
}

/** Returns the text about the entries that a filter shows. The script inserts their number. */
function shownOf(total: number): string {
  const count = '{count}';
  return plural(total, { one: `${count} of # article`, other: `${count} of # articles` });
}
