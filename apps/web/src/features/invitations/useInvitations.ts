import type { Invitation, NewInvitation } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/ApiProvider.tsx';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/useList.ts';

/** Invitations to a project that still hold, newest first. For its owners. */
export function useInvitations(projectId: string): List<Invitation> {
  return useList(keys.invitations(projectId), (call, cursor, signal) =>
    call('listInvitations', { params: { id: projectId }, query: cursor }, signal),
  );
}

/** Giving invitations, and taking them back. */
export function useChangeInvitations(projectId: string) {
  const call = useCall();
  const store = useQueryClient();
  const onSuccess = () => store.invalidateQueries({ queryKey: keys.invitations(projectId) });
  return {
    invite: useMutation({
      mutationFn: (body: NewInvitation) => call('createInvitation', { params: { id: projectId }, body }),
      onSuccess,
    }),
    takeBack: useMutation({
      mutationFn: (invitationId: string) => call('deleteInvitation', { params: { id: projectId, invitationId } }),
      onSuccess,
    }),
  };
}
