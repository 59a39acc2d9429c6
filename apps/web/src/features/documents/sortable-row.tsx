import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import { useSortable } from '@dnd-kit/sortable';
import { IconGripVertical } from '@tabler/icons-react';
import {
  useCallback,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { displayTitle } from '../../language/display-title.ts';
import type { RowFrame } from '../../ui/virtual-list.tsx';
import { readingKey } from '../../ui/reading-key.ts';
import { indentOf } from './indent.ts';
import { DocumentRow } from './document-row.tsx';
import type { Way } from './tree.ts';
import classes from './document-list.module.css';

type Props = {
  document: Document;
  frame: RowFrame;
  choose: ReactNode;
  actions: ReactNode;
  depth: number;
  /** Label of the documents inside, shown during a drag; null without any. */
  carried: string | null;
  /** Sentence that the documents inside move along; null without any. */
  description: string | null;
  moveBy: (way: Way) => void;
};

/** Returns the element id of a document's drag handle. */
export function handleOf(documentId: string): string {
  return `move-${documentId}`;
}

const ways: Readonly<Record<string, Way>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

/**
 * A document's row that is dragged by its handle; the arrow keys move it while the handle has the
 * focus.
 */
export function SortableRow(props: Props) {
  const { document, frame, depth, choose, actions, carried, description, moveBy } = props;
  const { setNodeRef, setActivatorNodeRef, listeners, transform, transition, isDragging } =
    useSortable({ id: document.id });
  const style: CSSProperties = {
    ...frame.style,
    ...indentOf(depth),
    ...(transform && { transform: `translate3d(0, ${Math.round(transform.y)}px, 0)` }),
    transition: transition ?? 'none',
    ...(isDragging && { zIndex: 4, background: 'var(--sheet)', boxShadow: 'var(--shadow)' }),
  };
  function onKeyDown(event: KeyboardEvent): void {
    const way = ways[readingKey(event.key)];
    if (way === undefined) return;
    event.preventDefault();
    moveBy(way);
  }
  const handle = (
    <button
      type="button"
      id={handleOf(document.id)}
      ref={setActivatorNodeRef}
      className={`iconButton ${classes['button']} ${classes['handle']}`}
      aria-label={t`Move ${{ title: displayTitle(document.title) }}: arrow keys, or drag`}
      aria-describedby={description === null ? undefined : `${handleOf(document.id)}-inside`}
      title={t`Drag, or press the arrow keys`}
      {...listeners}
      onKeyDown={onKeyDown}
    >
      <IconGripVertical size={16} stroke={1.6} />
    </button>
  );
  return (
    <DocumentRow
      document={document}
      location={null}
      frame={{ ...frame, style, ref: useBoth(frame.ref, setNodeRef) }}
      actions={actions}
      lead={
        <>
          {handle}
          <span id={`${handleOf(document.id)}-inside`} hidden>
            {description}
          </span>
          {isDragging && carried !== null && (
            <span className={`dragLabel ${classes['carried']}`} aria-hidden="true">
              {carried}
            </span>
          )}
          {choose}
        </>
      }
    />
  );
}

/** Combines two refs for one element. */
function useBoth(
  one: Ref<HTMLLIElement>,
  other: (element: HTMLElement | null) => void,
): Ref<HTMLLIElement> {
  return useCallback(
    (element: HTMLLIElement | null) => {
      if (typeof one === 'function') one(element);
      other(element);
    },
    [one, other],
  );
}
