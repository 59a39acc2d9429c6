import type { DocumentCollaborator } from '@longhand/contract';
import { keys } from './keys.ts';
import { useList, type List } from './useList.ts';

/** Who works on a document, through its project or because it was shared with them. */
export function useDocumentPeople(documentId: string): List<DocumentCollaborator> {
  return useList(keys.documentCollaborators(documentId), (call, cursor, signal) =>
    call('listDocumentCollaborators', { params: { id: documentId }, query: cursor }, signal),
  );
}
