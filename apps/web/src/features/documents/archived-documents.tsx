import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import { useRef } from 'react';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Choose } from './choose.tsx';
import { DocumentList } from './document-list.tsx';
import { DocumentMenu } from './document-menu.tsx';
import { SelectedBar } from './selected-bar.tsx';
import { useArchivedDocuments } from './use-documents.ts';
import { useSelection } from './use-selection.ts';

/** Archived documents, with actions to restore one or several. */
export function ArchivedDocuments() {
  const list = useArchivedDocuments();
  const selection = useSelection(list.items);
  const section = useRef<HTMLDivElement>(null);
  return (
    <div
      ref={section}
      tabIndex={-1}
      className="readFirst"
      role="group"
      aria-label={t`Archived documents`}
    >
      <DocumentList
        list={list}
        newDocument={null}
        locationOf={locationOf}
        leadOf={(document) =>
          document.rights.restore ? <Choose document={document} selection={selection} /> : undefined
        }
        actionsOf={(document) => <DocumentMenu document={document} />}
        empty={
          <EmptyState title={t`The archive is empty`}>
            {t`Archived and deleted documents appear here.`}
          </EmptyState>
        }
      />
      <SelectedBar
        selection={selection}
        areActive={false}
        onDone={() => section.current?.focus()}
      />
    </div>
  );
}

function locationOf({ deletedAt, archivedWithProject }: Document): string {
  if (deletedAt !== null) return t`In the trash`;
  return archivedWithProject ? t`Archived with its project` : t`Archived`;
}
