import { useState, type DragEvent } from 'react';
import { displayTitle } from '../../../language/display-title.ts';
import { carriedLabel } from '../branch-words.ts';
import { countsInside, moveAfter, moveBefore, moveInto, type TreeMove } from '../tree.ts';
import type { Tree } from '../use-tree.ts';
import classes from './documents-panel.module.css';

/** Place of a drop in relation to a row. */
export type Where = 'before' | 'inside' | 'after';

/** Returns the place for a pointer in a row: its upper and lower quarter are between rows. */
function whereIn(event: DragEvent<HTMLElement>): Where {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const part = (event.clientY - top) / height;
  return part < 0.25 ? 'before' : part > 0.75 ? 'after' : 'inside';
}

/**
 * Draws the label of a drag: the title of a branch, and how many documents go along. The browser
 * takes a picture of the element when the event ends.
 */
function drawLabel(event: DragEvent<HTMLElement>, title: string, carried: string): void {
  const { ownerDocument } = event.currentTarget;
  const label = ownerDocument.createElement('div');
  label.className = `dragLabel ${classes['dragged']}`;
  const [name, along] = [ownerDocument.createElement('bdi'), ownerDocument.createElement('small')];
  name.textContent = displayTitle(title);
  along.textContent = carried;
  label.append(name, ' ', along);
  ownerDocument.body.append(label);
  event.dataTransfer.setDragImage(label, 0, 0);
  setTimeout(() => label.remove());
}

/**
 * Returns the handlers by which the rows of a tree are dragged between and into other rows, and the
 * present target.
 */
export function useDrop({
  tree: { documents, list },
  move,
  onDrag,
}: {
  tree: Tree;
  move: (move: TreeMove) => void;
  /** Called with the id when a drag starts. */
  onDrag: (id: string) => void;
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
    /** Id of the dragged document. */
    dragged,
    target,
    of: (id: string) => ({
      draggable: true,
      onDragStart(event: DragEvent<HTMLElement>) {
        event.dataTransfer.effectAllowed = 'move';
        const carried = carriedLabel(countsInside(documents, list.hasMore)(id));
        const title = documents.find((each) => each.id === id)?.title ?? '';
        if (carried !== null) drawLabel(event, title, carried);
        setDragged(id);
        onDrag(id);
      },
      onDragOver(event: DragEvent<HTMLElement>) {
        const where = whereIn(event);
        if (moveTo(id, where) === null) return setTarget(null);
        event.preventDefault();
        const isSame = target?.id === id && target.where === where;
        if (!isSame) setTarget({ id, where });
      },
      onDragLeave: () => setTarget(null),
      onDrop(event: DragEvent<HTMLElement>) {
        event.preventDefault();
        const next = moveTo(id, whereIn(event));
        if (next !== null) move(next);
        end();
      },
      onDragEnd: end,
    }),
  };
}
