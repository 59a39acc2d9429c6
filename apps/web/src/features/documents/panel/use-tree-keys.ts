import type { Document } from '@longhand/contract';
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';
import { readingKey } from '../../../ui/reading-key.ts';
import { moveBy, type TreeMove, type TreeRow, type Way } from '../tree.ts';
import type { Tree } from '../use-tree.ts';

type Given = {
  rows: readonly TreeRow<Document>[];
  tree: Tree;
  setCollapsed: (id: string, isCollapsed: boolean) => void;
  move: (move: TreeMove) => void;
  /** Called with the id of the row that Alt with an arrow key would move, or null. */
  onHold: (id: string | null) => void;
  /** Scrolls a row into view. */
  show: (index: number) => void;
};

const ways: Readonly<Record<string, Way>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/** True if a key expands or collapses a row. */
function isToggling({ isExpanded }: TreeRow<Document>, key: string): boolean {
  return key === 'ArrowRight' ? isExpanded === false : key === 'ArrowLeft' && isExpanded === true;
}

/** Returns the index of the row to which a key moves the focus; -1 for none. */
function stepFrom(rows: readonly TreeRow<Document>[], index: number, key: string): number {
  const row = rows[index];
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    case 'ArrowRight':
      return row?.isExpanded === true ? index + 1 : -1;
    default:
      return rows.slice(0, index).findLastIndex(({ depth }) => depth === (row?.depth ?? 0) - 1);
  }
}

/** Returns the function that focuses the row of a document as soon as it is rendered. */
function useWantedFocus(): (id: string) => void {
  const wanted = useRef<string | null>(null);
  const [, setAsked] = useState(0);
  const focusWanted = (): void => {
    if (wanted.current === null) return;
    const item = document.querySelector<HTMLElement>(
      `[role="treeitem"][data-id="${wanted.current}"]`,
    );
    if (item === null) return;
    wanted.current = null;
    item.focus();
  };
  // Rows are virtualized: the wanted one may be rendered some renderings later.
  useEffect(focusWanted);
  return (id) => {
    wanted.current = id;
    setAsked((count) => count + 1);
  };
}

/**
 * Returns the handlers for the keys of a tree: arrow keys, Home, End and Enter; with Alt, the arrow
 * keys move the document. Source: WAI-ARIA Authoring Practices, tree view.
 */
export function useTreeKeys({ rows, tree, setCollapsed, move, onHold, show }: Given) {
  const [focusedId, setFocused] = useState<string | null>(null);
  const setWanted = useWantedFocus();

  function focus(index: number): void {
    const row = rows[index];
    if (row === undefined) return;
    show(index);
    setWanted(row.document.id);
  }

  function step(index: number, key: string): void {
    const row = rows[index];
    if (row === undefined) return;
    const isToggle = isToggling(row, key);
    if (isToggle) setCollapsed(row.document.id, key === 'ArrowLeft');
    else focus(stepFrom(rows, index, key));
  }

  function shift(index: number, way: Way): void {
    const row = rows[index];
    if (row === undefined || !row.document.rights.change) return;
    const { id } = row.document;
    const next = moveBy(tree.documents, id, way, tree.list.hasMore);
    if (next === null) return;
    if (next.parentId !== null) setCollapsed(next.parentId, false);
    move(next);
    setWanted(id);
  }

  return {
    /** Id of the row that had the focus last; Tab returns to it. */
    focusedId,
    onFocus(event: FocusEvent): void {
      const item = (event.target as HTMLElement).closest<HTMLElement>('[role="treeitem"]');
      setFocused(item?.dataset['id'] ?? null);
    },
    onKeyUp(event: KeyboardEvent): void {
      if (event.key === 'Alt') onHold(null);
    },
    /** Alt may be released in another window. */
    onBlur: () => onHold(null),
    onKeyDown(event: KeyboardEvent): void {
      const item = (event.target as HTMLElement).closest<HTMLElement>('[role="treeitem"]');
      const index = rows.findIndex(({ document: { id } }) => id === item?.dataset['id']);
      if (item === null || index < 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const row = rows[index];
      if (event.key === 'Alt')
        return row?.document.rights.change ? onHold(row.document.id) : undefined;
      const key = readingKey(event.key);
      const way = ways[key];
      if (key === 'Enter' && event.target === item) item.querySelector('a')?.click();
      else if (event.altKey && way !== undefined) shift(index, way);
      else if (!event.altKey && (way !== undefined || key === 'Home' || key === 'End'))
        step(index, key);
      else return;
      event.preventDefault();
    },
  };
}
