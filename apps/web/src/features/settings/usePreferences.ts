import type { Preferences, User } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/ApiProvider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { currentUserKey } from '../../session/useCurrentUser.ts';
import { useToast } from '../../ui/ToastProvider.tsx';

/** Changes what a person has set for themselves. It holds at once on this page; where the server does not take it, it is taken back and said. */
export function useSetPreferences(): (change: Preferences) => void {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const { mutate } = useMutation({
    scope: { id: 'preferences' },
    mutationFn: (preferences: Preferences) => call('updateUser', { body: { preferences } }),
    onError(error) {
      show({ title: 'The setting was not kept', text: sentenceOf(error), isDestructive: true });
      return store.invalidateQueries({ queryKey: currentUserKey });
    },
  });
  return (change) => {
    // Before anything else, and over an answer that is on its way, so that what was pressed is not seen to spring back.
    void store.cancelQueries({ queryKey: currentUserKey });
    store.setQueryData<User | null>(currentUserKey, (user) =>
      user ? { ...user, preferences: { ...user.preferences, ...change } } : user,
    );
    mutate(change);
  };
}
