import type { ContactMessage } from '@longhand/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { useCurrentUser } from '../../session/use-current-user.ts';

/**
 * Sends a message to support or sales. Includes the id of a signed-in user, as specified. Source:
 * section 7.
 */
export function useSendMessage() {
  const call = useCall();
  const { data: user } = useCurrentUser();
  return useMutation({
    mutationFn: (message: Omit<ContactMessage, 'userId'>) =>
      call('sendMessage', { body: { ...message, ...(user ? { userId: user.id } : {}) } }),
  });
}

/** Subscribes an address to the newsletter. */
export function useSubscribe() {
  const call = useCall();
  const { data: user } = useCurrentUser();
  return useMutation({
    mutationFn: (email: string) =>
      call('subscribe', { body: { email, ...(user ? { userId: user.id } : {}) } }),
  });
}

/** Fetches the public settings of the server: availability of sign-up and demo, and mail. */
export function usePublicSettings() {
  const call = useCall();
  return useQuery({
    queryKey: keys.settings,
    queryFn: ({ signal }) => call('getSettings', {}, signal),
  });
}

/** Returns the initial name and address of a form, from the signed-in user. */
export function usePrefilled(): { name: string; email: string } {
  const { data: user } = useCurrentUser();
  return { name: user ? user.name || user.username : '', email: user?.email ?? '' };
}
