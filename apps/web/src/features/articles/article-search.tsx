import { useEffect, useState, type ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { IndexedArticle } from '../../content/article-index.ts';
import { findArticles, wordsOf, type FoundArticle } from '../../content/article-search.ts';
import { language } from '../../language/language.ts';
import { SearchField } from '../../ui/search-field.tsx';
import { foundStatus } from './found-status.ts';
import classes from './article-search.module.css';

type Props = { label: string; children: ReactNode; placeOf?: (path: string) => string };

/**
 * Searches the articles of all areas. The query is in the URL as `q`; without one, `children` are
 * rendered. `placeOf` maps an article's path, so that signed-in users stay in the application.
 */
export function ArticleSearch({ label, children, placeOf = (path) => path }: Props) {
  const [search, setSearch] = useSearchParams();
  const wanted = search.get('q') ?? '';
  const isLooking = wordsOf(wanted).length > 0;
  const index = useArticleIndex(isLooking);
  const found = Array.isArray(index) ? findArticles(index, wanted) : null;
  const write = (value: string): void => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete('q');
    else next.set('q', value);
    setSearch(next, { replace: true, preventScrollReset: true });
  };
  return (
    <>
      <SearchField
        label={label}
        value={wanted}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
      <p className={`soft ${classes['count']}`} role="status">
        {isLooking && index !== null && foundStatus(found?.length ?? null)}
      </p>
      {isLooking ? <Found found={found ?? []} placeOf={placeOf} /> : children}
    </>
  );
}

/** Loads the search index: null while loading, `failed` if it cannot be loaded. */
function useArticleIndex(isWanted: boolean): readonly IndexedArticle[] | null | 'failed' {
  const [index, setIndex] = useState<readonly IndexedArticle[] | null | 'failed'>(null);
  const isThere = Array.isArray(index);
  useEffect(() => {
    if (!isWanted || isThere) return;
    import('../../content/article-index.ts')
      .then(({ loadArticleIndex }) => loadArticleIndex(language))
      .then(setIndex, () => setIndex('failed'));
  }, [isWanted, isThere]);
  return index;
}

type FoundProps = { found: readonly FoundArticle[]; placeOf: (path: string) => string };

function Found({ found, placeOf }: FoundProps) {
  return (
    <ul className={classes['list']}>
      {found.map(({ path, area, title, excerpt, lang }) => (
        <li key={path}>
          <p className={`soft ${classes['area']}`}>{area}</p>
          <h2 lang={lang}>
            <Link to={placeOf(path)} dir="auto">
              {title}
            </Link>
          </h2>
          <p className="soft" lang={lang} dir="auto">
            {excerpt}
          </p>
        </li>
      ))}
    </ul>
  );
}
