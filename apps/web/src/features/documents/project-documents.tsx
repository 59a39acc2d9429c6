import { atLeast, type Document, type DocumentStatus } from '@longhand/contract';
import { useRef, useState } from 'react';
import type { List } from '../../api/use-list.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { statuses } from '../../ui/statuses.ts';
import { deviceStorage } from '../../ui/storage.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { Choose } from './choose.tsx';
import { DocumentList } from './document-list.tsx';
import { DocumentMenu } from './document-menu.tsx';
import { NoDocuments } from './no-documents.tsx';
import { SelectedBar } from './selected-bar.tsx';
import { SortableRows } from './sortable-rows.tsx';
import { useDocuments, type DocumentFilter } from './use-documents.ts';
import { useOrder } from './use-order.ts';
import { useSelection, type Selection } from './use-selection.ts';
import classes from './document-list.module.css';

type Props = { projectId: string; list: List<Document>; newDocument: string };

/** Sort order of a project's documents; `manual` is the order set by dragging. */
const sortings = ['recent', 'title', 'manual'] as const;
type Sorting = (typeof sortings)[number];

const sortingOf = (value: string | null): Sorting =>
  sortings.find((each) => each === value) ?? 'recent';

const sortingKey = 'longhand-project-sorting';

/**
 * A project's documents for its editors: sorted, filtered by title and status, and with multiple
 * selection.
 */
export function ProjectDocuments({ projectId, list, newDocument }: Props) {
  const [sorting, setSorting] = useState<Sorting>(() =>
    sortingOf(deviceStorage.getItem(sortingKey)),
  );
  const [status, setStatus] = useState<DocumentStatus | ''>('');
  const [title, setTitle] = useState('');
  const asked = useSettled(title.trim());
  const isFiltered = status !== '' || asked !== '';
  const isManual = sorting === 'manual' && !isFiltered;
  const filter: DocumentFilter = {
    ...(status !== '' && { status }),
    ...(asked !== '' && { q: asked }),
    ...(sorting === 'title' && { sort: 'title' }),
  };
  if (!list.isPending && list.items.length === 0) {
    return (
      <DocumentList
        list={list}
        newDocument={newDocument}
        empty={<NoDocuments newDocument={newDocument} where="project" />}
      />
    );
  }
  const controls = (
    <div className={classes['controls']} role="group" aria-label="Sort and filter">
      <label>
        Title{' '}
        <input
          type="search"
          value={title}
          maxLength={200}
          onChange={({ currentTarget: { value } }) => setTitle(value)}
        />
      </label>
      <label>
        Sort{' '}
        <select
          value={sorting === 'manual' && isFiltered ? 'recent' : sorting}
          onChange={({ currentTarget: { value } }) => {
            const next = sortingOf(value);
            deviceStorage.setItem(sortingKey, next);
            setSorting(next);
          }}
        >
          <option value="recent">Last edited</option>
          <option value="title">Title</option>
          <option value="manual" disabled={isFiltered}>
            Project order
          </option>
        </select>
      </label>
      <label>
        Status{' '}
        <select
          value={status}
          onChange={({ currentTarget: { value } }) => setStatus(value as DocumentStatus | '')}
        >
          <option value="">Any</option>
          {statuses.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
  return (
    <>
      {controls}
      {isManual ? (
        <Ordered projectId={projectId} list={list} newDocument={newDocument} />
      ) : (
        <Listed projectId={projectId} filter={filter} newDocument={newDocument} />
      )}
    </>
  );
}

type ListProps = { projectId: string; newDocument: string };

/** The documents in the project's manual order, which can be changed. */
function Ordered({ projectId, list, newDocument }: ListProps & { list: List<Document> }) {
  const order = useOrder(projectId, list);
  const selection = useSelection(order.documents);
  const place = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={classes['place']}
      role="group"
      aria-label="Documents of this project"
    >
      <SelectAll selection={selection} />
      <DocumentList
        list={list}
        newDocument={newDocument}
        rowsOf={() => <SortableRows order={order} selection={selection} />}
      />
      <SelectedBar selection={selection} areActive onDone={() => place.current?.focus()} />
    </div>
  );
}

/** The documents that match a filter, last edited first or by title. */
function Listed({ projectId, filter, newDocument }: ListProps & { filter: DocumentFilter }) {
  const list = useDocuments({ projectId, ...filter });
  const selection = useSelection(list.items);
  const place = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={place}
      tabIndex={-1}
      className={classes['place']}
      role="group"
      aria-label="Documents of this project"
    >
      <SelectAll selection={selection} />
      <DocumentList
        list={list}
        newDocument={newDocument}
        leadOf={(document) =>
          atLeast(document.role, 'editor') ? (
            <Choose document={document} selection={selection} />
          ) : undefined
        }
        actionsOf={(document) => <DocumentMenu document={document} />}
        empty={
          <EmptyState title="No matching documents">
            No document of this project matches the filter.
          </EmptyState>
        }
      />
      <SelectedBar selection={selection} areActive onDone={() => place.current?.focus()} />
    </div>
  );
}

/** Checkbox that selects all listed documents. */
function SelectAll({ selection }: { selection: Selection }) {
  const { isAll, isSome } = selection;
  return (
    <div className={classes['controls']}>
      <label>
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box !== null) box.indeterminate = isSome && !isAll;
          }}
          onChange={() => (isAll ? selection.clear() : selection.all())}
        />{' '}
        Select all
      </label>
    </div>
  );
}
