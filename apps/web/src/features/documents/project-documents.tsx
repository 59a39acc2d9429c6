import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import { useRef, type ReactNode } from 'react';
import type { List } from '../../api/use-list.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Choose } from './choose.tsx';
import { DocumentList } from './document-list.tsx';
import { DocumentMenu } from './document-menu.tsx';
import { NoDocuments } from './no-documents.tsx';
import { ProjectControls, useProjectView } from './project-controls.tsx';
import { SelectedBar } from './selected-bar.tsx';
import { SortableRows } from './sortable-rows.tsx';
import { useDocuments, type DocumentFilter } from './use-documents.ts';
import { useTree } from './use-tree.ts';
import { useSelection, type Selection } from './use-selection.ts';
import classes from './document-list.module.css';

type Props = { projectId: string; list: List<Document>; newDocument: string };

/**
 * A project's documents for its editors: sorted, filtered by title and status, and with multiple
 * selection.
 */
export function ProjectDocuments({ projectId, list, newDocument }: Props) {
  const view = useProjectView();
  const isManual = view.sorting === 'manual' && !view.isFiltered;
  if (!list.isPending && list.items.length === 0) {
    return (
      <DocumentList
        list={list}
        newDocument={newDocument}
        empty={<NoDocuments newDocument={newDocument} where="project" />}
      />
    );
  }
  return (
    <>
      <ProjectControls view={view} />
      {isManual ? (
        <Ordered projectId={projectId} list={list} newDocument={newDocument} />
      ) : (
        <Listed projectId={projectId} filter={view.filter} newDocument={newDocument} />
      )}
    </>
  );
}

type ListProps = { projectId: string; newDocument: string };

/** A list whose documents can be selected, with the bar for the selected ones. */
function Selectable({ selection, children }: { selection: Selection; children: ReactNode }) {
  const section = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={section}
      tabIndex={-1}
      className="readFirst"
      role="group"
      aria-label={t`Documents of this project`}
    >
      <SelectAll selection={selection} />
      {children}
      <SelectedBar selection={selection} areActive onDone={() => section.current?.focus()} />
    </div>
  );
}

/** The documents in the project's manual order, which can be changed. */
function Ordered({ projectId, list, newDocument }: ListProps & { list: List<Document> }) {
  const tree = useTree(projectId, list);
  const selection = useSelection(tree.documents);
  return (
    <Selectable selection={selection}>
      <DocumentList
        list={list}
        newDocument={newDocument}
        rowsOf={() => <SortableRows tree={tree} selection={selection} />}
      />
    </Selectable>
  );
}

/** The documents that match a filter, last edited first or by title. */
function Listed({ projectId, filter, newDocument }: ListProps & { filter: DocumentFilter }) {
  const list = useDocuments({ projectId, ...filter });
  const selection = useSelection(list.items);
  return (
    <Selectable selection={selection}>
      <DocumentList
        list={list}
        newDocument={newDocument}
        leadOf={(document) =>
          document.rights.change ? <Choose document={document} selection={selection} /> : undefined
        }
        actionsOf={(document) => <DocumentMenu document={document} />}
        empty={
          <EmptyState title={t`No matching documents`}>
            {t`No document of this project matches the filter.`}
          </EmptyState>
        }
      />
    </Selectable>
  );
}

/** Checkbox that selects all listed documents. */
function SelectAll({ selection }: { selection: Selection }) {
  const { isAll, isSome } = selection;
  return (
    <div className={`row soft small ${classes['controls']}`}>
      <label className="row">
        <input
          type="checkbox"
          checked={isAll}
          ref={(box) => {
            if (box !== null) box.indeterminate = isSome && !isAll;
          }}
          onChange={() => (isAll ? selection.clear() : selection.all())}
        />{' '}
        {t`Select all`}
      </label>
    </div>
  );
}
