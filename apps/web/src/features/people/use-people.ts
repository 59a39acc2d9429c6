import type { Collaborator } from '@longhand/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/use-list.ts';
import { useCollaboratorChanges } from '../../ui/use-collaborator-changes.ts';

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
  const params = (userId: string) => ({ params: { id: projectId, userId } });
  return useCollaboratorChanges({
    add: (body) => call('addProjectCollaborator', { params: { id: projectId }, body }),
    setRole: (userId, role) =>
      call('updateProjectCollaborator', { ...params(userId), body: { role } }),
    remove: (userId) => call('removeProjectCollaborator', params(userId)),
    async onSuccess() {
      await store.invalidateQueries({ queryKey: keys.collaborators(projectId) });
      await store.invalidateQueries({ queryKey: keys.project(projectId) });
    },
  });
}
