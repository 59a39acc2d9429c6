import { t } from '@lingui/core/macro';
import { useWindowVirtualizer, defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import {
  memo,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type ReactNode,
  type Ref,
} from 'react';
import { Announcement } from './announcement.tsx';
import { Button } from './button.tsx';

/** Attributes that a row of a {@link VirtualList} sets on its `li`. */
export type RowFrame = {
  readonly ref: Ref<HTMLLIElement>;
  readonly style: CSSProperties;
  readonly 'data-index': number;
  readonly 'aria-posinset': number;
  /** -1 while the total number is unknown. */
  readonly 'aria-setsize': number;
};

/** Renders one row. Called again only if the function or the item changes. */
type Draw<Item> = (item: Item, frame: RowFrame) => ReactNode;

type Props<Item> = {
  items: readonly Item[];
  /** Estimated height of a row before it is measured (pixels). */
  guess: number;
  /** Plural name of the items, for the loading message. */
  what: string;
  hasMore: boolean;
  isLoadingMore: boolean;
  error: Error | null;
  loadMore: () => void;
  children: Draw<Item>;
};

/**
 * Rows rendered beyond each edge of the viewport, and rows before the end at which the next page is
 * loaded.
 */
const ahead = 8;
const askBefore = 20;

/**
 * Virtualized infinite list: only the rows near the viewport are rendered, and more are loaded
 * while scrolling. Each row has its position for screen readers. The focused row stays rendered
 * wherever the list is scrolled.
 */
export function VirtualList<Item extends { id: string }>(props: Props<Item>) {
  const { items, guess, what, hasMore, isLoadingMore, error, loadMore, children: draw } = props;
  const list = useRef<HTMLUListElement>(null);
  const margin = useMargin(list);
  // The React Compiler is not used; `memo` below controls rerendering.
  // oxlint-disable-next-line react/incompatible-library
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
      <ul ref={list} className="virtual" style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const item = items[index];
          if (item === undefined) return null;
          const position = { index, top: start - margin, size: hasMore ? -1 : items.length };
          return (
            <Line
              key={key}
              {...position}
              item={item}
              measure={rows.measureElement}
              draw={draw as Draw<{ id: string }>}
            />
          );
        })}
      </ul>
      {hasMore && error !== null && (
        <Button variant="subtle" onClick={loadMore} isBusy={isLoadingMore}>
          {t`Show more ${what}`}
        </Button>
      )}
      <Announcement>{isLoadingMore ? t`Loading more ${what}` : ''}</Announcement>
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

/** Includes the focused row in the rendered range, so that scrolling does not remove the focus. */
function withFocused(range: Range, list: HTMLElement | null): number[] {
  const shown = defaultRangeExtractor(range);
  const line = list?.contains(document.activeElement)
    ? document.activeElement?.closest('li[data-index]')
    : null;
  const at = line instanceof HTMLElement ? Number(line.dataset['index']) : Number.NaN;
  if (!Number.isInteger(at) || at >= range.count || shown.includes(at)) return shown;
  return [...shown, at].toSorted((one, other) => one - other);
}

/**
 * Returns the distance of the list from the top of the page (pixels). Content above it may load
 * later and move it down.
 */
function useMargin(list: { readonly current: HTMLElement | null }): number {
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const measure = (): void => {
      if (list.current !== null)
        setMargin(Math.round(list.current.getBoundingClientRect().top + window.scrollY));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, [list]);
  return margin;
}
