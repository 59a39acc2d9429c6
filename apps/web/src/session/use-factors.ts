import type { Factors } from '@longhand/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../api/api-provider.tsx';
import { keys } from '../api/keys.ts';
import { hasPasskeys } from './passkeys.ts';

/** Fetches the second factors of the signed-in user. */
export function useFactors() {
  const call = useCall();
  return useQuery({
    queryKey: keys.factors,
    queryFn: ({ signal }) => call('getFactors', {}, signal),
  });
}

/** Returns a function that fetches the factors, and what depends on them, again. */
export function useFactorsChanged(): () => Promise<unknown> {
  const store = useQueryClient();
  return () =>
    Promise.all(
      [keys.factors, keys.sessions].map((queryKey) => store.invalidateQueries({ queryKey })),
    );
}

/** True if sensitive changes need no other confirmation now. */
export function isConfirmed({ confirmedUntil }: Factors): boolean {
  return confirmedUntil !== null && Date.parse(confirmedUntil) > Date.now();
}

/** True if the user has one-time codes or recovery codes. */
export const hasCodes = ({ oneTimeCodesSince, recoveryCodesLeft }: Factors): boolean =>
  oneTimeCodesSince !== null || recoveryCodesLeft > 0;

/** True if the user has a passkey, and this browser can use one. */
export const canUsePasskey = ({ passkeys }: Factors): boolean =>
  passkeys.length > 0 && hasPasskeys();

/** True if the user can confirm a sensitive change without a password. */
export const canConfirmOtherwise = (factors: Factors): boolean =>
  hasCodes(factors) || canUsePasskey(factors);
