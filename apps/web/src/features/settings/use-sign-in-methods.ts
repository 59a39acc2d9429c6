import { useQuery } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';

/** Fetches the ways in which the user may sign in. */
export function useSignInMethods() {
  const call = useCall();
  return useQuery({
    queryKey: keys.signInMethods,
    queryFn: ({ signal }) => call('getSignInMethods', {}, signal),
  });
}
