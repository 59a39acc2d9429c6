import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import {
  closestCenter,
  DndContext,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import {
  IconArrowDown,
  IconArrowUp,
  IconIndentDecrease,
  IconIndentIncrease,
} from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { displayTitle } from '../../language/display-title.ts';
import { Announcement } from '../../ui/announcement.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { Choose } from './choose.tsx';
import { rowGuess } from './document-list.tsx';
import { DocumentMenu } from './document-menu.tsx';
import { MoveQuestionDialog } from './asked-move.tsx';
import { handleOf, SortableRow } from './sortable-row.tsx';
import { carriedLabel, carriedSentence, movedSentence } from './branch-words.ts';
import {
  applied,
  countsInside,
  isOrderOnly,
  moveAfter,
  moveBefore,
  moveBy,
  rowsOf,
  type BranchInside,
  type TreeMove,
  type Way,
} from './tree.ts';
import type { Tree } from './use-tree.ts';
import type { Selection } from './use-selection.ts';

/** Distance that a press must move to become a drag (pixels). */
const dragFrom = 6;

/** The drag library's own announcements contain ids; this component announces positions itself. */
const silent = {
  onDragStart: () => '',
  onDragOver: () => '',
  onDragEnd: () => '',
  onDragCancel: () => '',
};

/** Returns the functions that move rows, and the sentence about the last move. */
function useMoves(
  tree: Tree,
  { ids, insideOf }: { ids: readonly string[]; insideOf: (id: string) => BranchInside },
) {
  const [said, setSaid] = useState('');
  const [handled, setHandled] = useState<string | null>(null);
  const asTold = ids.join();
  useEffect(() => {
    // Moving the row in the DOM may remove the focus: return it to the handle.
    if (handled !== null && document.activeElement === document.body)
      document.getElementById(handleOf(handled))?.focus();
  }, [handled, asTold]);

  function put(move: TreeMove | null): void {
    const found = move && tree.documents.find(({ id }) => id === move.id);
    if (!found) return;
    setHandled(found.id);
    const sentence = placeAfter(found, move);
    void tree.move(move).then((isMoved) => setSaid(isMoved ? sentence : ''));
  }
  /** The new place among the same siblings, or that the document was moved with what is inside. */
  function placeAfter({ id, title }: Document, move: TreeMove): string {
    const row = rowsOf(applied(tree.documents, move)).find(({ document }) => document.id === id);
    const inside = insideOf(id);
    if (row === undefined || (inside.count > 0 && !isOrderOnly(tree.documents, move)))
      return movedSentence(title, inside);
    return t`${{ title: displayTitle(title) }} is now ${{ position: row.position }} of ${{ size: row.size }}`;
  }
  function drop({ active, over }: DragEndEvent): void {
    if (over === null) return;
    const [id, otherId] = [String(active.id), String(over.id)];
    const isDown = ids.indexOf(id) < ids.indexOf(otherId);
    put(
      isDown
        ? moveAfter(tree.documents, id, otherId, tree.list.hasMore)
        : moveBefore(tree.documents, id, otherId),
    );
  }
  return { said, put, drop };
}

/**
 * Documents of a tree that can be moved: by dragging, by the arrow keys on the handle, and from the
 * menu. Dragging places a document beside the one it is dropped on.
 */
export function SortableRows({ tree, selection }: { tree: Tree; selection: Selection }) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: dragFrom } }),
  );
  const rows = rowsOf(tree.documents);
  const shown = rows.map(({ document }) => document);
  const ids = shown.map(({ id }) => id);
  const { hasMore } = tree.list;
  const insideOf = useMemo(() => countsInside(tree.documents, hasMore), [tree.documents, hasMore]);
  const { said, put, drop } = useMoves(tree, { ids, insideOf });
  const wayOf = (id: string, way: Way): TreeMove | null => moveBy(tree.documents, id, way, hasMore);
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements: silent }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <VirtualList {...tree.list} items={shown} what="documents" guess={rowGuess}>
          {(each, frame) => {
            const depth = rows[frame['data-index']]?.depth ?? 0;
            return (
              <SortableRow
                document={each}
                frame={frame}
                depth={depth}
                carried={carriedLabel(insideOf(each.id))}
                description={carriedSentence(insideOf(each.id))}
                choose={<Choose document={each} selection={selection} />}
                actions={
                  <OrderMenu document={each} wayOf={(way) => wayOf(each.id, way)} put={put} />
                }
                moveBy={(way) => put(wayOf(each.id, way))}
              />
            );
          }}
        </VirtualList>
      </SortableContext>
      <Announcement>{said}</Announcement>
      {tree.question && <MoveQuestionDialog question={tree.question} />}
    </DndContext>
  );
}

type MenuProps = {
  document: Document;
  wayOf: (way: Way) => TreeMove | null;
  put: (move: TreeMove | null) => void;
};

const choices = [
  ['up', t`Move up`, IconArrowUp],
  ['down', t`Move down`, IconArrowDown],
  ['in', t`Move into the document above`, IconIndentIncrease],
  ['out', t`Move out`, IconIndentDecrease],
] as const;

function OrderMenu({ document, wayOf, put }: MenuProps) {
  return (
    <DocumentMenu
      document={document}
      more={
        <>
          {/* Omitted where they have no effect: a menu whose first item is disabled never
              receives the focus. */}
          {choices.map(([way, name, Icon]) => {
            const move = wayOf(way);
            return (
              move !== null && (
                <MenuItem
                  key={way}
                  icon={<Icon size={16} stroke={1.6} />}
                  onClick={() => put(move)}
                >
                  {name}
                </MenuItem>
              )
            );
          })}
        </>
      }
    />
  );
}
