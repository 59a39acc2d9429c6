import type { DocumentCollaborator } from '@longhand/contract';
import { keys } from './keys.ts';
import { useList, type List } from './use-list.ts';

/** Fetches the collaborators of a document, through its project or by direct sharing. */
export function useDocumentPeople(documentId: string): List<DocumentCollaborator> {
  return useList(keys.documentCollaborators(documentId), (call, cursor, signal) =>
    call('listDocumentCollaborators', { params: { id: documentId }, query: cursor }, signal),
  );
}
