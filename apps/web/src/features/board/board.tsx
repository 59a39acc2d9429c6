import { t } from '@lingui/core/macro';
import type { Document, DocumentStatus } from '@longhand/contract';
import {
  DndContext,
  MouseSensor,
  TouchSensor,
  useDroppable,
  useSensor,
  useSensors,
  type DragEndEvent,
} from '@dnd-kit/core';
import { useState, type ReactNode } from 'react';
import { displayTitle } from '../../language/display-title.ts';
import { Announcement } from '../../ui/announcement.tsx';
import { Button } from '../../ui/button.tsx';
import { sentenceOf } from '../../api/failure.ts';
import type { List } from '../../api/use-list.ts';
import { EmptyState, Unreadable } from '../../ui/empty-state.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { statuses, statusName } from '../../ui/statuses.ts';
import { Card } from './card.tsx';
import { useStatus } from './use-status.ts';
import classes from './board.module.css';

/**
 * Drag thresholds: distance for the mouse (pixels); delay for touch (ms), so that a finger can
 * scroll.
 */
const mouse = { activationConstraint: { distance: 6 } };
const finger = { activationConstraint: { delay: 250, tolerance: 8 } };

/** The drag library's own announcements contain ids; this component announces changes itself. */
const silent = {
  onDragStart: () => '',
  onDragOver: () => '',
  onDragEnd: () => '',
  onDragCancel: () => '',
};

/** A project's documents by status. */
export function Board({ list }: { list: List<Document> }) {
  if (list.isPending) return <RowSkeletons />;
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what={t`The documents`} sentence={sentenceOf(list.error)} />;
  if (list.items.length === 0)
    return (
      <EmptyState title={t`No documents on the board`}>
        {t`Documents appear here by status: draft, in review, approved, published.`}
      </EmptyState>
    );
  return <Columns list={list} />;
}

function Columns({ list }: { list: List<Document> }) {
  const { moving, move } = useStatus();
  const [said, setSaid] = useState('');
  const sensors = useSensors(useSensor(MouseSensor, mouse), useSensor(TouchSensor, finger));
  const documents = list.items.map((each) =>
    each.id === moving?.document.id ? { ...each, status: moving.status } : each,
  );

  function put(document: Document, status: DocumentStatus): void {
    if (document.status === status) return;
    move(document, status);
    setSaid(
      t`${{ title: displayTitle(document.title) }} is now in ${{ statusName: statusName(status) }}`,
    );
  }
  function drop({ active, over }: DragEndEvent): void {
    const document = documents.find(({ id }) => id === active.id);
    const column = statuses.find(({ value }) => value === over?.id);
    if (document && column) put(document, column.value);
  }
  return (
    <DndContext sensors={sensors} onDragEnd={drop} accessibility={{ announcements: silent }}>
      <div className={`stack loose ${classes['board']}`}>
        {statuses.map(({ value, name }) => {
          const here = documents.filter(({ status }) => status === value);
          return (
            <Column key={value} status={value} name={name} count={here.length}>
              {here.map((document) => (
                <Card
                  key={document.id}
                  document={document}
                  onMove={document.rights.change ? (status) => put(document, status) : null}
                />
              ))}
            </Column>
          );
        })}
      </div>
      {list.hasMore && (
        <Button variant="subtle" onClick={list.loadMore} isBusy={list.isLoadingMore}>
          {t`Show more documents`}
        </Button>
      )}
      <Announcement>{said}</Announcement>
    </DndContext>
  );
}

type ColumnProps = { status: DocumentStatus; name: string; count: number; children: ReactNode };

function Column({ status, name, count, children }: ColumnProps) {
  const { setNodeRef, isOver } = useDroppable({ id: status });
  return (
    <section
      ref={setNodeRef}
      className={`card stack sunken ${classes['column']}`}
      data-status={status}
      data-over={isOver || undefined}
      aria-labelledby={`column-${status}`}
    >
      <h2 id={`column-${status}`} className="plainHeading row">
        {name} <span className="soft end regular">{count}</span>
      </h2>
      <ul className="stack">{children}</ul>
    </section>
  );
}
