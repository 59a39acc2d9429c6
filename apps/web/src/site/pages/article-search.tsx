import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { foundStatus } from '../../features/articles/found-status.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { countedTexts } from '../counted-texts.ts';
import classes from '../../features/articles/article-search.module.css';

/**
 * Field that searches the articles of all areas. A script (`article-search.ts`) shows copies of the
 * template instead of `children`.
 */
export function ArticleSearch({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div data-search>
      <SearchField label={label} name="q" />
      <p
        className={`soft ${classes['count']}`}
        role="status"
        data-counted={countedTexts(foundStatus)}
        data-none={foundStatus(0)}
        data-failed={foundStatus(null)}
      />
      <ul className={classes['list']} hidden />
      <div>{children}</div>
      <template>
        <li>
          <p className={`soft ${classes['area']}`} />
          <h2>
            <a href="/">{t`An article`}</a>
          </h2>
          <p className="soft" />
        </li>
      </template>
    </div>
  );
}
