import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { sentenceOf } from '../../api/failure.ts';
import type { List } from '../../api/use-list.ts';
import { EmptyState, Unreadable } from '../../ui/empty-state.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import classes from './admin.module.css';

type Props<Item> = {
  list: List<Item>;
  what: string;
  empty: string;
  row: (item: Item) => ReactNode;
  keyOf: (item: Item) => string;
};

/** An administration list: rows, and its loading, empty and error states. */
export function AdminList<Item>({ list, what, empty, row, keyOf }: Props<Item>) {
  if (list.isPending) return <RowSkeletons />;
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what={what} sentence={sentenceOf(list.error)} />;
  if (list.items.length === 0) return <EmptyState title={what}>{empty}</EmptyState>;
  return (
    <>
      <ul className={`rows below ${classes['list']}`}>
        {list.items.map((item) => (
          <li key={keyOf(item)} className="spread">
            {row(item)}
          </li>
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="subtle" onClick={list.loadMore} isBusy={list.isLoadingMore}>
          {t`Show more`}
        </Button>
      )}
    </>
  );
}
