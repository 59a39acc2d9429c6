import type { NewCollaborator, Role } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { useUnconfirmedNotice } from '../../ui/use-unconfirmed-notice.ts';

/**
 * Shares a document separately from its project: adds, changes and removes people. Then invalidates
 * the affected queries.
 */
export function useSharing(documentId: string) {
  const call = useCall();
  const store = useQueryClient();
  const notice = useUnconfirmedNotice();
  const onSuccess = async (): Promise<void> => {
    await store.invalidateQueries({ queryKey: keys.allCollaborators });
    void store.invalidateQueries({ queryKey: keys.document(documentId) });
    void store.invalidateQueries({ queryKey: keys.documents });
  };
  const params = (userId: string) => ({ params: { id: documentId, userId } });
  return {
    add: useMutation({
      mutationFn: (body: NewCollaborator) =>
        call('addDocumentCollaborator', { params: { id: documentId }, body }),
      onSuccess(added) {
        notice(added);
        return onSuccess();
      },
    }),
    setRole: useMutation({
      mutationFn: ({ userId, role }: { userId: string; role: Role }) =>
        call('updateDocumentCollaborator', { ...params(userId), body: { role } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (userId: string) => call('removeDocumentCollaborator', params(userId)),
      onSuccess,
    }),
  };
}
