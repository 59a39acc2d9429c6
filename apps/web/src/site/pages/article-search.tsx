import type { ReactNode } from 'react';
import { SearchField } from '../../ui/search-field.tsx';
import classes from '../../features/articles/article-search.module.css';

/**
 * Field that searches the articles of all areas. A script (`article-search.ts`) shows copies of the
 * template instead of `children`.
 */
export function ArticleSearch({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div data-search>
      <SearchField label={label} name="q" />
      <p className={classes['count']} role="status" />
      <ul className={classes['list']} hidden />
      <div>{children}</div>
      <template>
        <li>
          <p className={classes['area']} />
          <h2>
            <a href="/">An article</a>
          </h2>
          <p />
        </li>
      </template>
    </div>
  );
}
