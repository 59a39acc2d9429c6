import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import type { List } from '../../api/use-list.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { VirtualList } from '../../ui/virtual-list.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { DocumentRow } from './document-row.tsx';
import { NoDocuments } from './no-documents.tsx';

type Props = {
  list: List<Document>;
  /** Additional information of a document: its project, on pages with several projects. */
  locationOf?: (document: Document) => string | null;
  /** URL that creates a document, for the empty list; null if the user may not. */
  newDocument: string | null;
  /** Renders the actions at the end of a row. */
  actionsOf?: (document: Document) => ReactNode;
  /** Renders the checkbox at the start of a row. */
  leadOf?: (document: Document) => ReactNode;
  /** Renders the rows, for a list that can be reordered. */
  rowsOf?: (documents: readonly Document[]) => ReactNode;
  /** Empty state instead of the default one. */
  empty?: ReactNode;
};

/** Estimated height of a row with two lines of text before it is measured (pixels). */
export const rowGuess = 88;

/** List of documents: title, excerpt, time of the last edit and length. */
export function DocumentList({
  list,
  locationOf,
  newDocument,
  actionsOf,
  leadOf,
  rowsOf,
  empty,
}: Props) {
  if (list.isPending) return <RowSkeletons />;
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what={t`The documents`} sentence={sentenceOf(list.error)} />;
  if (list.items.length === 0) return empty ?? <NoDocuments newDocument={newDocument} />;
  if (rowsOf !== undefined) return rowsOf(list.items);
  return (
    <VirtualList {...list} what="documents" guess={rowGuess}>
      {(document, frame) => (
        <DocumentRow
          document={document}
          frame={frame}
          location={locationOf?.(document) ?? null}
          actions={actionsOf?.(document)}
          lead={leadOf?.(document)}
        />
      )}
    </VirtualList>
  );
}
