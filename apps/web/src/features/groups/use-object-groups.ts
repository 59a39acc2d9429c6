import type { GroupAccess, GroupRole } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/use-list.ts';

/** A project or a document that is shared with groups. */
export type SharedObject = { readonly kind: 'project' | 'document'; readonly id: string };

/** Fetches the groups with a role in a project or document. */
export function useObjectGroups({ kind, id }: SharedObject): List<GroupAccess> {
  return useList(keys.objectGroups(kind, id), (call, cursor, signal) =>
    call(
      kind === 'project' ? 'listProjectGroups' : 'listDocumentGroups',
      { params: { id }, query: cursor },
      signal,
    ),
  );
}

/** Shares an object with groups and changes their roles. Then invalidates the affected queries. */
export function useChangeGroups({ kind, id }: SharedObject) {
  const call = useCall();
  const store = useQueryClient();
  const onSuccess = async (): Promise<void> => {
    await store.invalidateQueries({ queryKey: keys.allCollaborators });
    void store.invalidateQueries({
      queryKey: kind === 'project' ? keys.project(id) : keys.document(id),
    });
  };
  const put = kind === 'project' ? 'putProjectGroup' : 'putDocumentGroup';
  const remove = kind === 'project' ? 'removeProjectGroup' : 'removeDocumentGroup';
  return {
    setRole: useMutation({
      mutationFn: ({ groupId, role }: { groupId: string; role: GroupRole }) =>
        call(put, { params: { id, groupId }, body: { role } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (groupId: string) => call(remove, { params: { id, groupId } }),
      onSuccess,
    }),
  };
}
