import type { Guest, User } from '@longhand/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../../api/api-provider.tsx';
import { ApiFailure } from '../../../api/failure.ts';
import { keys } from '../../../api/keys.ts';

/** Fetches the current guest; null if there is none. */
export function useGuest() {
  const call = useCall();
  return useQuery({
    queryKey: keys.guest,
    queryFn: async ({ signal }) => {
      try {
        return await call('getGuest', {}, signal);
      } catch (error) {
        if (error instanceof ApiFailure && error.status === 401) return null;
        throw error;
      }
    },
    retry: 1,
  });
}

/** Converts a guest to a user for components that need one: account fields are empty. */
export function asUser({ user }: Guest): User {
  return {
    ...user,
    email: '',
    isAdmin: false,
    isDemo: false,
    emailConfirmed: false,
    mustConfirmEmail: false,
    mustAddFactor: false,
    preferences: {},
    createdAt: new Date(0).toISOString(),
  };
}
