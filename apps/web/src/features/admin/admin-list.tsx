import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import type { List } from '../../api/use-list.ts';
import { Button } from '../../ui/button.tsx';
import { numberLocale } from '../../ui/dates.ts';
import { EmptyState, Unreadable } from '../../ui/empty-state.tsx';
import { focusableIn } from '../../ui/focusable.ts';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { useFocusOnRemoval } from '../../ui/use-focus-on-removal.ts';
import classes from './admin.module.css';

type Props<Item> = {
  list: List<Item>;
  what: string;
  empty: string;
  row: (item: Item) => ReactNode;
  keyOf: (item: Item) => string;
};

/** An administration list: rows, and its loading, empty and error states. */
export function AdminList<Item>(props: Props<Item>) {
  return (
    <>
      <Length list={props.list} what={props.what} />
      <Rows {...props} />
    </>
  );
}

/**
 * Announces the number of rows when it has changed: after an action on a row, or by a filter. The
 * region is there from the start, because screen readers announce only changes of known ones.
 */
function Length<Item>({ list, what }: Pick<Props<Item>, 'list' | 'what'>) {
  const { isPending, items, hasMore } = list;
  const shown = items.length.toLocaleString(numberLocale);
  const length = isPending ? null : hasMore ? t`${what}: more than ${shown}` : t`${what}: ${shown}`;
  const before = useRef(length);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (length === null) return;
    if (before.current !== null && before.current !== length) setSaid(length);
    before.current = length;
  }, [length]);
  return (
    <p className="unseen" role="status">
      {said}
    </p>
  );
}

function Rows<Item>({ list, what, empty, row, keyOf }: Props<Item>) {
  if (list.isPending) return <RowSkeletons />;
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what={what} sentence={sentenceOf(list.error)} />;
  if (list.items.length === 0) return <EmptyState title={what}>{empty}</EmptyState>;
  return (
    <>
      <ul className={`rows below ${classes['list']}`}>
        {list.items.map((item) => (
          <Row key={keyOf(item)}>{row(item)}</Row>
        ))}
      </ul>
      {list.hasMore && <ShowMore list={list} />}
    </>
  );
}

/** Loads the next rows. When there are no more, the last row with a control gets the focus. */
function ShowMore<Item>({ list }: Pick<Props<Item>, 'list'>) {
  const button = useFocusOnRemoval<HTMLButtonElement>(lastInList);
  return (
    <Button ref={button} variant="subtle" onClick={list.loadMore} isBusy={list.isLoadingMore}>
      {t`Show more`}
    </Button>
  );
}

/** Returns the last control of the list before a button. Without one, the main part of the page. */
function lastInList(button: HTMLElement): HTMLElement | null {
  const list = button.previousElementSibling;
  const last = list instanceof HTMLElement ? focusableIn(list).at(-1) : undefined;
  return last ?? document.getElementById('main');
}

/** A row. If it is removed while it has the focus, the row beside it gets the focus. */
function Row({ children }: { children: ReactNode }) {
  const row = useFocusOnRemoval<HTMLLIElement>(besideRow);
  return (
    <li ref={row} className="spread">
      {children}
    </li>
  );
}

/**
 * Returns the first control of the next row with one, otherwise of the last row before. Without
 * either, the main part of the page.
 */
function besideRow(row: HTMLElement): HTMLElement | null {
  const rows = [...(row.parentElement?.querySelectorAll<HTMLElement>(':scope > li') ?? [])];
  const at = rows.indexOf(row);
  for (const other of [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()]) {
    const [first] = focusableIn(other);
    if (first !== undefined) return first;
  }
  return document.getElementById('main');
}
