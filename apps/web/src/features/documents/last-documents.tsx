import { t } from '@lingui/core/macro';
import type { Document } from '@longhand/contract';
import { sentenceOf } from '../../api/failure.ts';
import type { List } from '../../api/use-list.ts';
import { Unreadable } from '../../ui/empty-state.tsx';
import { RowSkeletons } from '../../ui/skeletons.tsx';
import { DocumentMenu } from './document-menu.tsx';
import { DocumentRow } from './document-row.tsx';
import { NoDocuments } from './no-documents.tsx';

type Props = {
  list: List<Document>;
  /** Returns additional information of a document besides time and length. */
  locationOf: (document: Document) => string | null;
};

/**
 * The last documents of the user. All rows are rendered: the virtualized list is 9 KB that the
 * first page does not need.
 */
export function LastDocuments({ list, locationOf }: Props) {
  if (list.isPending) return <RowSkeletons />;
  if (list.error !== null && list.items.length === 0)
    return <Unreadable what={t`The documents`} sentence={sentenceOf(list.error)} />;
  if (list.items.length === 0) return <NoDocuments newDocument="/new-document" />;
  return (
    <ul>
      {list.items.map((document) => (
        <DocumentRow
          key={document.id}
          document={document}
          location={locationOf(document)}
          actions={<DocumentMenu document={document} />}
        />
      ))}
    </ul>
  );
}
