import { useState, type DragEvent } from 'react';
import { moveAfter, moveBefore, moveInto, type TreeMove } from '../tree.ts';
import type { Tree } from '../use-tree.ts';

/** Place of a drop in relation to a row. */
export type Where = 'before' | 'inside' | 'after';

/** Returns the place for a pointer in a row: its upper and lower quarter are between rows. */
function whereIn(event: DragEvent<HTMLElement>): Where {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const part = (event.clientY - top) / height;
  return part < 0.25 ? 'before' : part > 0.75 ? 'after' : 'inside';
}

/**
 * Returns the handlers by which the rows of a tree are dragged between and into other rows, and the
 * present target.
 */
export function useDrop({
  tree: { documents, list },
  move,
}: {
  tree: Tree;
  move: (move: TreeMove, title: string) => void;
}) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [target, setTarget] = useState<{ id: string; where: Where } | null>(null);

  function moveTo(id: string, where: Where): TreeMove | null {
    if (dragged === null) return null;
    if (where === 'inside') return moveInto(documents, dragged, id);
    return where === 'before'
      ? moveBefore(documents, dragged, id)
      : moveAfter(documents, dragged, id, list.hasMore);
  }
  function end(): void {
    setDragged(null);
    setTarget(null);
  }

  return {
    target,
    of: (id: string) => ({
      draggable: true,
      onDragStart(event: DragEvent<HTMLElement>) {
        event.dataTransfer.effectAllowed = 'move';
        setDragged(id);
      },
      onDragOver(event: DragEvent<HTMLElement>) {
        const where = whereIn(event);
        if (moveTo(id, where) === null) return setTarget(null);
        event.preventDefault();
        setTarget({ id, where });
      },
      onDragLeave: () => setTarget(null),
      onDrop(event: DragEvent<HTMLElement>) {
        event.preventDefault();
        const next = moveTo(id, whereIn(event));
        const title = documents.find((each) => each.id === dragged)?.title ?? '';
        if (next !== null) move(next, title);
        end();
      },
      onDragEnd: end,
    }),
  };
}
