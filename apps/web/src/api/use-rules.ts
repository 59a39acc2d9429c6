import { usualRules, type ServerRules } from '@longhand/contract';
import { useQuery } from '@tanstack/react-query';
import { useCall } from './api-provider.tsx';
import { keys } from './keys.ts';

/** The rules of the server that concern all users. */
export type PublicRules = Pick<
  ServerRules,
  'guestLinks' | 'guestLinkDays' | 'projectCreators' | 'trashDays'
>;

/** Returns the rules of the server; the usual ones until they are loaded. */
export function useRules(): PublicRules {
  const call = useCall();
  const { data } = useQuery({
    queryKey: keys.settings,
    queryFn: ({ signal }) => call('getSettings', {}, signal),
  });
  return data?.rules ?? usualRules;
}
