import type { Collaborator, NewCollaborator, Role } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/use-list.ts';
import { useUnconfirmedNotice } from '../../ui/use-unconfirmed-notice.ts';

/** Fetches the collaborators of a project, including owners. */
export function usePeople(projectId: string): List<Collaborator> {
  return useList(keys.collaborators(projectId), (call, cursor, signal) =>
    call('listProjectCollaborators', { params: { id: projectId }, query: cursor }, signal),
  );
}

/**
 * Adds, changes and removes collaborators. Then invalidates the list, and the project, because the
 * user's own role may have changed.
 */
export function useChangePeople(projectId: string) {
  const call = useCall();
  const store = useQueryClient();
  const notice = useUnconfirmedNotice();
  const onSuccess = async (): Promise<void> => {
    await store.invalidateQueries({ queryKey: keys.collaborators(projectId) });
    await store.invalidateQueries({ queryKey: keys.project(projectId) });
  };
  const params = (userId: string) => ({ params: { id: projectId, userId } });
  return {
    add: useMutation({
      mutationFn: (body: NewCollaborator) =>
        call('addProjectCollaborator', { params: { id: projectId }, body }),
      onSuccess(added) {
        notice(added);
        return onSuccess();
      },
    }),
    setRole: useMutation({
      mutationFn: ({ userId, role }: { userId: string; role: Role }) =>
        call('updateProjectCollaborator', { ...params(userId), body: { role } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (userId: string) => call('removeProjectCollaborator', params(userId)),
      onSuccess,
    }),
  };
}
