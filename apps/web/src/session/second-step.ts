import { t } from '@lingui/core/macro';
import type { User } from '@longhand/contract';
import { useMutation } from '@tanstack/react-query';
import { useCall } from '../api/api-provider.tsx';
import { useToast } from '../ui/toast-provider.tsx';
import { enter } from './entering.ts';
import { askForPasskey, passkeySentence } from './passkeys.ts';
import { useSession } from './session-provider.tsx';

function useEnter(from: unknown) {
  const { spared } = useSession();
  return (user: User) =>
    enter(user, from, spared, {
      title: t`Login successful`,
      text: t`Welcome back, ${{ name: user.name }}`,
    });
}

/** Ends a sign-in with a one-time code or a recovery code. `from` is the requested page. */
export function useCodeSignIn(from: unknown) {
  const call = useCall();
  return useMutation({
    mutationFn: (code: string) => call('endSignInByCode', { body: { code } }),
    onSuccess: useEnter(from),
  });
}

/** Signs in with a passkey, alone or after the password. `from` is the requested page. */
export function usePasskeySignIn(from: unknown) {
  const call = useCall();
  const show = useToast();
  return useMutation({
    async mutationFn() {
      const credential = await askForPasskey(await call('startPasskeySignIn', {}));
      return call('endPasskeySignIn', { body: { credential } });
    },
    onSuccess: useEnter(from),
    onError: (error) =>
      show({ title: t`Login failed`, text: passkeySentence(error), isDestructive: true }),
  });
}
