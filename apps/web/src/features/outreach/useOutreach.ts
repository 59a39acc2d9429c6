import type { ContactMessage } from '@longhand/contract';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/ApiProvider.tsx';
import { keys } from '../../api/keys.ts';
import { useCurrentUser } from '../../session/useCurrentUser.ts';

/** Sends a message to support or sales. Who is signed in is said along, as the specification has it. Source: section 7. */
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
    mutationFn: (email: string) => call('subscribe', { body: { email, ...(user ? { userId: user.id } : {}) } }),
  });
}

/** What the server tells everybody of itself: whether one may sign up, whether there is a demo, where mail goes. */
export function usePublicSettings() {
  const call = useCall();
  return useQuery({ queryKey: keys.settings, queryFn: ({ signal }) => call('getSettings', {}, signal) });
}

/** Name and address to begin a form with: of whoever is signed in. Source: specification, section 2. */
export function usePrefilled(): { name: string; email: string } {
  const { data: user } = useCurrentUser();
  return { name: user ? user.name || user.username : '', email: user?.email ?? '' };
}
