import type { Document } from '@longhand/contract';
import { useRef } from 'react';
import type { List } from '../../api/useList.ts';
import { DocumentList } from './DocumentList.tsx';
import { NoDocuments } from './NoDocuments.tsx';
import { SelectedBar } from './SelectedBar.tsx';
import { SortableRows } from './SortableRows.tsx';
import { useOrder } from './useOrder.ts';
import { useSelection } from './useSelection.ts';
import classes from './DocumentList.module.css';

type Props = { projectId: string; list: List<Document>; newDocument: string };

/** A project's documents for those who write in it: in order, and several at once. */
export function ProjectDocuments({ projectId, list, newDocument }: Props) {
  const order = useOrder(projectId, list);
  const selection = useSelection(order.documents);
  const place = useRef<HTMLDivElement>(null);
  return (
    <div ref={place} tabIndex={-1} className={classes['place']} role="group" aria-label="Documents of this project">
      <DocumentList
        list={list}
        newDocument={newDocument}
        rowsOf={() => <SortableRows order={order} selection={selection} />}
        empty={<NoDocuments newDocument={newDocument} where="project" />}
      />
      <SelectedBar selection={selection} areActive onDone={() => place.current?.focus()} />
    </div>
  );
}
