import type { GuestLink, NewGuestLink } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/use-list.ts';

/** Fetches the valid guest links to a document, newest first. For its owners. */
export function useGuestLinks(documentId: string): List<GuestLink> {
  return useList(keys.guestLinks(documentId), (call, cursor, signal) =>
    call('listGuestLinks', { params: { id: documentId }, query: cursor }, signal),
  );
}

/** Creates and ends guest links. */
export function useChangeGuestLinks(documentId: string) {
  const call = useCall();
  const store = useQueryClient();
  const onSuccess = async (): Promise<void> => {
    await store.invalidateQueries({ queryKey: keys.guestLinks(documentId) });
    void store.invalidateQueries({ queryKey: keys.documentCollaborators(documentId) });
  };
  return {
    make: useMutation({
      mutationFn: (body: NewGuestLink) =>
        call('createGuestLink', { params: { id: documentId }, body }),
      onSuccess,
    }),
    end: useMutation({
      mutationFn: (linkId: string) =>
        call('deleteGuestLink', { params: { id: documentId, linkId } }),
      onSuccess,
    }),
  };
}
