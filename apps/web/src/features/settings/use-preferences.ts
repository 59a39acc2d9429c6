import { t } from '@lingui/core/macro';
import type { Preferences, User } from '@longhand/contract';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { sentenceOf } from '../../api/failure.ts';
import { storeAnswer } from '../../api/store-answer.ts';
import { currentUserKey } from '../../session/use-current-user.ts';
import { useToast } from '../../ui/toast-provider.tsx';

const mutationKey = ['preferences'];

/**
 * Returns the preferences including pending changes: an earlier response does not show an old value
 * again.
 */
export function useShownPreferences(saved: Preferences): Preferences {
  const pressed = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Preferences,
  });
  return Object.assign({}, saved, ...pressed) as Preferences;
}

/**
 * Changes the user's preferences with an optimistic update. If the server rejects it, reverts it
 * and shows a toast.
 */
export function useSetPreferences(): (change: Preferences) => void {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (preferences: Preferences) => call('updateUser', { body: { preferences } }),
    onSuccess(user, _pressed, _context, { client }) {
      // Later changes may be queued: their responses take precedence.
      if (client.isMutating({ mutationKey }) > 1) return;
      storeAnswer<User | null>(client, currentUserKey, user);
    },
    onError(error) {
      show({ title: t`The setting was not saved`, text: sentenceOf(error), isDestructive: true });
      return store.invalidateQueries({ queryKey: currentUserKey });
    },
  });
  return (change) => {
    // First, and cancelling a fetch in progress, so that the pressed value does not revert visibly.
    void store.cancelQueries({ queryKey: currentUserKey });
    store.setQueryData<User | null>(currentUserKey, (user) =>
      user ? { ...user, preferences: { ...user.preferences, ...change } } : user,
    );
    mutate(change);
  };
}
