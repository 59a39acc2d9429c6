import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import type { List } from '../../../api/use-list.ts';
import { displayTitle } from '../../../language/display-title.ts';
import { Announcement } from '../../../ui/announcement.tsx';
import { CopyMark } from '../../../ui/copy-mark.tsx';
import { MoveQuestionDialog } from '../asked-move.tsx';
import { indentOf } from '../indent.ts';
import { carriedLabel, carriedSentence, movedSentence } from '../branch-words.ts';
import {
  ancestorsIn,
  countsInside,
  rowsOf,
  type BranchInside,
  type TreeMove,
  type TreeRow,
} from '../tree.ts';
import { useTree, type Tree } from '../use-tree.ts';
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
  const insideOf = useMemo(() => countsInside(tree.documents, hasMore), [tree.documents, hasMore]);
  const { said, held, move, hold, say } = useMoves(tree, insideOf);
  const show = virtual.scrollToIndex;
  const keys = useTreeKeys({ rows, tree, setCollapsed, move, onHold: hold, show });
  const drop = useDrop({ tree, move, onDrag: say });
  // While a branch is moved, its row or the place of the drop says what goes along.
  const carriedAt = (id: string): string | null => {
    const moving = held === id ? id : drop.target?.id === id ? drop.dragged : null;
    return moving === null ? null : carriedLabel(insideOf(moving));
  };
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
        onKeyUp={keys.onKeyUp}
        onFocus={keys.onFocus}
        onBlur={keys.onBlur}
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
              description={carriedSentence(insideOf(id))}
              drop={row.document.rights.change ? drop.of(id) : null}
              target={drop.target?.id === id ? drop.target.where : undefined}
              carried={carriedAt(id)}
              onToggle={() => setCollapsed(id, row.isExpanded === true)}
            />
          );
        })}
      </ul>
      <Announcement>{said}</Announcement>
      {tree.question && <MoveQuestionDialog question={tree.question} />}
    </div>
  );
}

/**
 * Returns the functions that move rows, and what is said: before a move, what goes along, and after
 * it, what was moved. `held`: id of the row whose move by Alt with an arrow key has begun.
 */
function useMoves(tree: Tree, insideOf: (id: string) => BranchInside) {
  const [said, setSaid] = useState('');
  const [held, setHeld] = useState<string | null>(null);
  const say = (id: string): void => setSaid(carriedSentence(insideOf(id)) ?? '');
  return {
    said,
    held,
    say,
    hold(id: string | null): void {
      setHeld(id);
      if (id !== null && id !== held) say(id);
    },
    move(next: TreeMove): void {
      const title = tree.documents.find(({ id }) => id === next.id)?.title ?? '';
      const sentence = movedSentence(title, insideOf(next.id));
      void tree.move(next).then((isMoved) => setSaid(isMoved ? sentence : ''));
    },
  };
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
  /** Null for a document that the user may not move. */
  drop: ReturnType<ReturnType<typeof useDrop>['of']> | null;
  target: string | undefined;
  /** Sentence that the documents inside are moved with it; null if there are none. */
  description: string | null;
  /** Label of what a move in progress takes along. */
  carried: string | null;
  onToggle: () => void;
};

/** A row: the item of the tree has the focus, and contains the link to the document. */
function Row(props: RowProps) {
  const { row, top, setSize, isCurrent, isFocusable, drop, target, onToggle } = props;
  const { document, depth, position, isExpanded } = row;
  const description = drop === null ? null : props.description;
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
      aria-describedby={description === null ? undefined : `inside-${document.id}`}
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
      <span id={`inside-${document.id}`} hidden>
        {description}
      </span>
      {props.carried !== null && (
        <span className={`dragLabel ${classes['carried']}`} aria-hidden="true">
          {props.carried}
        </span>
      )}
    </li>
  );
}
