import { displayTitle, type Document } from '@longhand/contract';
import {
  closestCenter,
  DndContext,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Announcement } from '../../ui/announcement.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { Choose } from './choose.tsx';
import { rowGuess } from './document-list.tsx';
import { DocumentMenu } from './document-menu.tsx';
import { moved } from './moved.ts';
import { handleOf, SortableRow } from './sortable-row.tsx';
import type { Order } from './use-order.ts';
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

/**
 * Documents that can be reordered: by dragging, by the arrow keys on the handle, and from the menu.
 */
export function SortableRows({ order, selection }: { order: Order; selection: Selection }) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: dragFrom } }),
  );
  const [said, setSaid] = useState('');
  const [handled, setHandled] = useState<string | null>(null);
  const ids = order.documents.map(({ id }) => id);
  const asTold = ids.join();
  useEffect(() => {
    // Moving the row in the DOM may remove the focus: return it to the handle.
    if (handled !== null && document.activeElement === document.body)
      document.getElementById(handleOf(handled))?.focus();
  }, [handled, asTold]);

  function put(id: string, to: number): void {
    const from = ids.indexOf(id);
    const found = order.documents[from];
    if (found === undefined || to < 0 || to >= ids.length || from === to) return;
    setHandled(id);
    order.set(moved(ids, from, to));
    setSaid(`${displayTitle(found.title)} is now ${to + 1} of ${ids.length}`);
  }
  function drop({ active, over }: DragEndEvent): void {
    if (over !== null) put(String(active.id), ids.indexOf(String(over.id)));
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements: silent }}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <VirtualList {...order.list} items={order.documents} what="documents" guess={rowGuess}>
          {(each, frame) => {
            const index = frame['data-index'];
            return (
              <SortableRow
                document={each}
                frame={frame}
                choose={<Choose document={each} selection={selection} />}
                actions={
                  <OrderMenu
                    document={each}
                    isFirst={index === 0}
                    isLast={index === ids.length - 1}
                    put={(to) => put(each.id, index + to)}
                  />
                }
                moveBy={(steps) => put(each.id, index + steps)}
              />
            );
          }}
        </VirtualList>
      </SortableContext>
      <Announcement>{said}</Announcement>
    </DndContext>
  );
}

type MenuProps = {
  document: Document;
  isFirst: boolean;
  isLast: boolean;
  put: (steps: 1 | -1) => void;
};

function OrderMenu({ document, isFirst, isLast, put }: MenuProps) {
  return (
    <DocumentMenu
      document={document}
      more={
        <>
          {/* Omitted where they have no effect: a menu whose first item is disabled never
              receives the focus. */}
          {!isFirst && (
            <MenuItem icon={<IconArrowUp size={16} stroke={1.6} />} onClick={() => put(-1)}>
              Move up
            </MenuItem>
          )}
          {!isLast && (
            <MenuItem icon={<IconArrowDown size={16} stroke={1.6} />} onClick={() => put(1)}>
              Move down
            </MenuItem>
          )}
        </>
      }
    />
  );
}
