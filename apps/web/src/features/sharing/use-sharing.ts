import { useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { useCollaboratorChanges } from '../../ui/use-collaborator-changes.ts';

/**
 * Shares a document separately from its project: adds, changes and removes people. Then invalidates
 * the affected queries.
 */
export function useSharing(documentId: string) {
  const call = useCall();
  const store = useQueryClient();
  const params = (userId: string) => ({ params: { id: documentId, userId } });
  return useCollaboratorChanges({
    add: (body) => call('addDocumentCollaborator', { params: { id: documentId }, body }),
    setRole: (userId, role) =>
      call('updateDocumentCollaborator', { ...params(userId), body: { role } }),
    remove: (userId) => call('removeDocumentCollaborator', params(userId)),
    async onSuccess() {
      await store.invalidateQueries({ queryKey: keys.allCollaborators });
      void store.invalidateQueries({ queryKey: keys.document(documentId) });
      void store.invalidateQueries({ queryKey: keys.documents });
    },
  });
}
