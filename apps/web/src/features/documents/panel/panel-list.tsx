import { displayTitle, type Document } from '@longhand/contract';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { List } from '../../../api/use-list.ts';
import { CopyMark } from '../../../ui/copy-mark.tsx';
import classes from './documents-panel.module.css';

/** Height of a row (pixels). */
const line = 34;

/**
 * Maximum number of documents loaded to find the open one, so that it can be shown among its
 * neighbours.
 */
const mostLooked = 1_000;

type Props = { list: List<Document>; currentId: string };

/**
 * Documents in the order of their project, with the open one marked. Virtualized; more are loaded
 * while scrolling.
 */
export default function PanelList({ list, currentId }: Props) {
  const { items, hasMore, isLoadingMore, error, loadMore } = list;
  const box = useRef<HTMLDivElement>(null);
  const current = items.findIndex(({ id }) => id === currentId);
  // The React Compiler is not used.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => line,
    overscan: 10,
    getItemKey: (at) => items[at]?.id ?? at,
  });
  const shown = rows.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const isWanted = last >= items.length - 20 || (current === -1 && items.length < mostLooked);
  const asks = hasMore && !isLoadingMore && error === null && isWanted;
  useEffect(() => {
    if (asks) loadMore();
  }, [asks, loadMore]);
  const isFound = current !== -1;
  const at = useRef(current);
  at.current = current;
  useEffect(() => {
    if (isFound) rows.scrollToIndex(at.current, { align: 'auto' });
  }, [isFound, currentId, rows]);
  return (
    <div ref={box} className={`grow ${classes['box']}`}>
      <ul className="virtual" style={{ height: rows.getTotalSize() }}>
        {shown.map(({ index, key, start }) => {
          const document = items[index];
          if (document === undefined) return null;
          const title = displayTitle(document.title);
          const isCopy = document.workingCopyOf !== null;
          return (
            <li
              key={key}
              style={{ transform: `translateY(${start}px)` }}
              aria-posinset={index + 1}
              aria-setsize={hasMore ? -1 : items.length}
            >
              <Link
                className="choice ellipsis"
                to={`/documents/${document.id}`}
                title={isCopy ? `Working copy: ${title}` : title}
                aria-current={document.id === currentId ? 'page' : undefined}
              >
                {isCopy && <CopyMark />}
                {title}
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
