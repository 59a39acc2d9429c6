import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { List } from '../../../api/use-list.ts';
import { displayTitle } from '../../../language/display-title.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import { CopyMark } from '../../../ui/copy-mark.tsx';
import { indentOf } from '../indent.ts';
import { ancestorsIn, rowsOf, type TreeMove, type TreeRow } from '../tree.ts';
import { useTree } from '../use-tree.ts';
import { useCollapsedDocuments } from './use-collapsed-documents.ts';
import { useDrop } from './use-drop.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import classes from './documents-panel.module.css';

/** Height of a row (pixels). */
const line = 34;

/**
 * Maximum number of documents loaded to find the open one, so that it can be shown among its
 * neighbours.
 */
const mostLooked = 1_000;

type Props = { list: List<Document>; projectId: string | null; currentId: string };

/**
 * Documents as the tree of their project or of the user's drafts, with the open one marked.
 * Virtualized; more are loaded while scrolling. Rows are moved by dragging and by Alt with the
 * arrow keys.
 */
export default function PanelList({ list, projectId, currentId }: Props) {
  const { hasMore } = list;
  const tree = useTree(projectId, list);
  const { collapsed, setCollapsed } = useCollapsedDocuments();
  // The open document is always shown.
  const open = new Set(ancestorsIn(tree.documents, currentId));
  const rows = rowsOf(tree.documents, (id) => collapsed.has(id) && !open.has(id));
  const box = useRef<HTMLDivElement>(null);
  const virtual = useLoadedRows(rows, { list, currentId, box });
  const shown = virtual.getVirtualItems();
  const [said, setSaid] = useState('');
  const move = (next: TreeMove, title: string): void => {
    tree.move(next);
    setSaid(t`${{ title: displayTitle(title) }} was moved`);
  };
  const keys = useTreeKeys({ rows, tree, setCollapsed, move, show: virtual.scrollToIndex });
  const drop = useDrop({ tree, move });
  const focusable = keys.focusedId ?? currentId;
  const hasFocusable = rows.some(({ document }) => document.id === focusable);
  return (
    <div ref={box} className={`grow ${classes['box']}`}>
      <ul
        role="tree"
        aria-label={t`Documents`}
        className="virtual"
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={keys.onKeyDown}
        onFocus={keys.onFocus}
      >
        {shown.map(({ index, key, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const { id } = row.document;
          return (
            <Row
              key={key}
              row={row}
              top={start}
              setSize={hasMore && row.depth === 0 ? -1 : row.size}
              isCurrent={id === currentId}
              isFocusable={hasFocusable ? id === focusable : index === 0}
              drop={row.document.rights.change ? drop.of(id) : {}}
              target={drop.target?.id === id ? drop.target.where : undefined}
              onToggle={() => setCollapsed(id, row.isExpanded === true)}
            />
          );
        })}
      </ul>
      <Announcement>{said}</Announcement>
    </div>
  );
}

/**
 * Returns the virtualized rows. Loads more documents while scrolling and until the open one is
 * found, and scrolls to it.
 */
function useLoadedRows(
  rows: readonly TreeRow<Document>[],
  {
    list: { items, hasMore, isLoadingMore, error, loadMore },
    currentId,
    box,
  }: { list: List<Document>; currentId: string; box: { current: HTMLDivElement | null } },
) {
  const current = rows.findIndex(({ document }) => document.id === currentId);
  const virtual = useRows(rows, box);
  const last = virtual.getVirtualItems().at(-1)?.index ?? 0;
  const isWanted = last >= rows.length - 20 || (current === -1 && items.length < mostLooked);
  const asks = hasMore && !isLoadingMore && error === null && isWanted;
  useEffect(() => {
    if (asks) loadMore();
  }, [asks, loadMore]);
  const isFound = current !== -1;
  const at = useRef(current);
  at.current = current;
  useEffect(() => {
    if (isFound) virtual.scrollToIndex(at.current, { align: 'auto' });
  }, [isFound, currentId, virtual]);
  return virtual;
}

function useRows(rows: readonly TreeRow<Document>[], box: { current: HTMLDivElement | null }) {
  // The React Compiler is not used.
  // oxlint-disable-next-line react/incompatible-library
  return useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => line,
    overscan: 10,
    getItemKey: (at) => rows[at]?.document.id ?? at,
  });
}

type RowProps = {
  row: TreeRow<Document>;
  top: number;
  setSize: number;
  isCurrent: boolean;
  isFocusable: boolean;
  drop: ReturnType<ReturnType<typeof useDrop>['of']> | object;
  target: string | undefined;
  onToggle: () => void;
};

/** A row: the item of the tree has the focus, and contains the link to the document. */
function Row({ row, top, setSize, isCurrent, isFocusable, drop, target, onToggle }: RowProps) {
  const { document, depth, position, isExpanded } = row;
  const title = displayTitle(document.title);
  const isCopy = document.workingCopyOf !== null;
  const Chevron = isExpanded === true ? IconChevronDown : IconChevronRight;
  return (
    <li
      role="treeitem"
      data-id={document.id}
      className={classes['item']}
      style={{ transform: `translateY(${top}px)`, ...indentOf(depth) }}
      tabIndex={isFocusable ? 0 : -1}
      aria-level={depth + 1}
      aria-posinset={position}
      aria-setsize={setSize}
      aria-expanded={isExpanded ?? undefined}
      aria-selected={isCurrent}
      aria-label={isCopy ? t`Working copy: ${title}` : title}
      data-drop={target}
      {...drop}
    >
      {isExpanded !== null && (
        // The arrow keys of the tree do the same.
        <button
          type="button"
          tabIndex={-1}
          className={classes['toggle']}
          aria-hidden="true"
          onClick={onToggle}
        >
          <Chevron size={14} stroke={1.8} />
        </button>
      )}
      <Link
        className="choice ellipsis"
        dir="auto"
        to={`/documents/${document.id}`}
        title={isCopy ? t`Working copy: ${title}` : title}
        tabIndex={-1}
        aria-current={isCurrent ? 'page' : undefined}
      >
        {isCopy && <CopyMark />}
        {title}
      </Link>
    </li>
  );
}
