import type { Invitation, NewInvitation } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/use-list.ts';

/** Fetches the pending invitations to a project, newest first. For its owners. */
export function useInvitations(projectId: string): List<Invitation> {
  return useList(keys.invitations(projectId), (call, cursor, signal) =>
    call('listInvitations', { params: { id: projectId }, query: cursor }, signal),
  );
}

/** Creates, renews and revokes the invitations to a project. */
export function useChangeInvitations(projectId: string) {
  const call = useCall();
  const store = useQueryClient();
  const onSuccess = () => store.invalidateQueries({ queryKey: keys.invitations(projectId) });
  return {
    invite: useMutation({
      mutationFn: (body: NewInvitation) =>
        call('createInvitation', { params: { id: projectId }, body }),
      onSuccess,
    }),
    /**
     * Replaces an invitation by one with a new link, because the link of the old one is not stored.
     */
    renew: useMutation({
      async mutationFn({ id: invitationId, ...body }: NewInvitation & { id: string }) {
        const made = await call('createInvitation', { params: { id: projectId }, body });
        await call('deleteInvitation', { params: { id: projectId, invitationId } });
        return made;
      },
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: (invitationId: string) =>
        call('deleteInvitation', { params: { id: projectId, invitationId } }),
      onSuccess,
    }),
  };
}
