import type { Document } from '@longhand/contract';
import type { ReactNode } from 'react';
import { sentenceOf } from '../../api/failure.ts';
import type { List } from '../../api/useList.ts';
import { Unreadable } from '../../ui/Empty.tsx';
import { LongList } from '../../ui/LongList.tsx';
import { RowShapes } from '../../ui/Shapes.tsx';
import { DocumentRow } from './DocumentRow.tsx';
import { NoDocuments } from './NoDocuments.tsx';

type Props = {
  list: List<Document>;
  /** What stands beside a document besides time and words: its project, where the page shows several. */
  placeOf?: (document: Document) => string | null;
  /** Where a new document is made, for the empty list; null for who may not make one. */
  newDocument: string | null;
  /** What can be done with each, at the end of its line. */
  actionsOf?: (document: Document) => ReactNode;
  /** What stands before each: to choose it. */
  leadOf?: (document: Document) => ReactNode;
  /** The rows themselves, where they can be put in another order. */
  rowsOf?: (documents: readonly Document[]) => ReactNode;
  /** What is said where there are none, instead of the invitation to write. */
  empty?: ReactNode;
};

/** Pixels of a line with two lines of text, before it is measured. */
export const rowGuess = 88;

/** Documents as lines of a table of contents: title, a line of the text, when it was last edited and how long it is. */
export function DocumentList({ list, placeOf, newDocument, actionsOf, leadOf, rowsOf, empty }: Props) {
  if (list.isPending) return <RowShapes />;
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what="The documents" sentence={sentenceOf(list.error)} />;
  if (list.items.length === 0) return empty ?? <NoDocuments newDocument={newDocument} />;
  if (rowsOf !== undefined) return rowsOf(list.items);
  return (
    <LongList {...list} what="documents" guess={rowGuess}>
      {(document, frame) => (
        <DocumentRow
          document={document}
          frame={frame}
          place={placeOf?.(document) ?? null}
          actions={actionsOf?.(document)}
          lead={leadOf?.(document)}
        />
      )}
    </LongList>
  );
}
