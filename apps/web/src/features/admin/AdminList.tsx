import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import type { List } from '../../api/useList.ts';
import { EmptyState, Unreadable } from '../../ui/Empty.tsx';
import { RowSkeletons } from '../../ui/Shapes.tsx';
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
  if (list.error !== null && list.items.length === 0) return <Unreadable what={what} sentence={sentenceOf(list.error)} />;
  if (list.items.length === 0) return <EmptyState title={what}>{empty}</EmptyState>;
  return (
    <>
      <ul className={classes['rows']}>
        {list.items.map((item) => (
          <li key={keyOf(item)}>{row(item)}</li>
        ))}
      </ul>
      {list.hasMore && (
        <Button variant="subtle" onClick={list.loadMore} loading={list.isLoadingMore}>
          Show more
        </Button>
      )}
    </>
  );
}
