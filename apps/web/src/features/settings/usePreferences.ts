import type { Preferences, User } from '@longhand/contract';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/ApiProvider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { storeAnswer } from '../../api/storeAnswer.ts';
import { currentUserKey } from '../../session/useCurrentUser.ts';
import { useToast } from '../../ui/ToastProvider.tsx';

const mutationKey = ['preferences'];

/** What is set, with what was pressed and is on its way: an answer that was asked for before it does not show the old again. */
export function useShownPreferences(kept: Preferences): Preferences {
  const pressed = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Preferences,
  });
  return Object.assign({}, kept, ...pressed) as Preferences;
}

/** Changes what a person has set for themselves. It holds at once on this page; where the server does not take it, it is taken back and said. */
export function useSetPreferences(): (change: Preferences) => void {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: 'preferences' },
    mutationFn: (preferences: Preferences) => call('updateUser', { body: { preferences } }),
    onSuccess(user, _pressed, _context, { client }) {
      // Others may wait behind this one: what they say comes last.
      if (client.isMutating({ mutationKey }) > 1) return;
      storeAnswer<User | null>(client, currentUserKey, user);
    },
    onError(error) {
      show({ title: 'The setting was not saved', text: sentenceOf(error), isDestructive: true });
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
