import { useWindowVirtualizer, defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { Button, VisuallyHidden } from '@mantine/core';
import { memo, useEffect, useLayoutEffect, useRef, useState, type CSSProperties, type ReactNode, type Ref } from 'react';
import classes from './LongList.module.css';

/** What the line of a {@link LongList} puts on its `li`. */
export type Frame = {
  readonly ref: Ref<HTMLLIElement>;
  readonly style: CSSProperties;
  readonly 'data-index': number;
  readonly 'aria-posinset': number;
  /** -1 as long as nobody knows how many there are. */
  readonly 'aria-setsize': number;
};

/** Draws one line. It is called again only where it is another function, or the item is another. */
type Draw<Item> = (item: Item, frame: Frame) => ReactNode;

type Props<Item> = {
  items: readonly Item[];
  /** Pixels of a line, before it is measured. */
  guess: number;
  /** What the lines are, in the plural, for whoever waits for more of them. */
  what: string;
  hasMore: boolean;
  isLoadingMore: boolean;
  error: Error | null;
  loadMore: () => void;
  children: Draw<Item>;
};

/** Lines that stand ready beyond each edge of the screen, and lines before the end at which more are asked for. */
const ahead = 8;
const askBefore = 20;

/**
 * A list without an end: only the lines near the screen are on the page, more are asked for on the way down. Keys and screen readers
 * find it whole: each line says its place, and the one with the focus stays on the page wherever it is scrolled.
 */
export function LongList<Item extends { id: string }>(props: Props<Item>) {
  const { items, guess, what, hasMore, isLoadingMore, error, loadMore, children: draw } = props;
  const list = useRef<HTMLUListElement>(null);
  const margin = useMargin(list);
  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled; what is kept is said by `memo` below
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => guess,
    overscan: ahead,
    scrollMargin: margin,
    getItemKey: (at) => items[at]?.id ?? at,
    rangeExtractor: (range) => withFocused(range, list.current),
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const isWanted = hasMore && !isLoadingMore && error === null && last >= items.length - askBefore;
  useEffect(() => {
    if (isWanted) loadMore();
  }, [isWanted, loadMore]);
  return (
    <>
      <ul ref={list} className={classes['list']} style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          const place = { index, top: start - margin, size: hasMore ? -1 : items.length };
          return <Line key={key} {...place} item={item} measure={rows.measureElement} draw={draw as Draw<{ id: string }>} />;
        })}
      </ul>
      {hasMore && error !== null && (
        <Button variant="subtle" onClick={loadMore} loading={isLoadingMore}>
          Show more {what}
        </Button>
      )}
      <VisuallyHidden role="status">{isLoadingMore ? `More ${what} are on their way` : ''}</VisuallyHidden>
    </>
  );
}

type LineProps = {
  item: { id: string };
  index: number;
  top: number;
  size: number;
  measure: (element: HTMLLIElement | null) => void;
  draw: Draw<{ id: string }>;
};

const Line = memo(function Line({ item, index, top, size, measure, draw }: LineProps) {
  return draw(item, {
    ref: measure,
    style: { top },
    'data-index': index,
    'aria-posinset': index + 1,
    'aria-setsize': size,
  });
});

/** The line with the focus belongs to what is shown, so that scrolling does not take the focus away. */
function withFocused(range: Range, list: HTMLElement | null): number[] {
  const shown = defaultRangeExtractor(range);
  const line = list?.contains(document.activeElement) ? document.activeElement?.closest('li[data-index]') : null;
  const at = line instanceof HTMLElement ? Number(line.dataset['index']) : Number.NaN;
  if (!Number.isInteger(at) || at >= range.count || shown.includes(at)) return shown;
  return [...shown, at].toSorted((one, other) => one - other);
}

/** How far below the page's top the list begins; what stands above it may come later, and push it down. */
function useMargin(list: { readonly current: HTMLElement | null }): number {
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (list.current !== null) setMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [list]);
  return margin;
}
