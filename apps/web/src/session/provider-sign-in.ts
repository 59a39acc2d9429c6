import { t } from '@lingui/core/macro';
import type { EndedSignIn } from '@longhand/contract';
import { useMutation } from '@tanstack/react-query';
import { useCall } from '../api/api-provider.tsx';
import { sentenceOf } from '../api/failure.ts';
import { tabStorage } from '../ui/storage.ts';
import { useToast } from '../ui/toast-provider.tsx';
import { returnPath } from './addresses.ts';
import { enter } from './entering.ts';
import { storedInvitation } from './invitation.ts';
import { useSession } from './session-provider.tsx';
import { dropSignIn, keepSignIn, takeSignIn } from './started-sign-in.ts';

/**
 * Starts a sign-in with an identity provider, and leaves for it. `from` is the requested page,
 * `afterSignUp` the page to open if an account is created.
 */
export function useStartSignIn(from: unknown, afterSignUp: unknown = from) {
  const call = useCall();
  const show = useToast();
  return useMutation({
    async mutationFn(id: string) {
      const { url } = await call('startSignIn', { params: { id } });
      keepSignIn(tabStorage, { from: returnPath(from), afterSignUp: returnPath(afterSignUp) });
      location.assign(url);
    },
    onError: (error) =>
      show({ title: t`Login failed`, text: sentenceOf(error), isDestructive: true }),
  });
}

/** Ends a sign-in with the query with which the provider sent the browser back. */
export function useEndSignIn(providerId: string) {
  const call = useCall();
  const { spared } = useSession();
  return useMutation({
    mutationFn(answer: string): Promise<EndedSignIn> {
      const invitation = storedInvitation(tabStorage);
      const body = invitation === null ? { answer } : { answer, invitation };
      return call('endSignIn', { params: { id: providerId }, body });
    },
    async onSuccess({ outcome, user }) {
      if (outcome === 'connected') return;
      const { from, afterSignUp } = takeSignIn(tabStorage);
      const isNew = outcome === 'created';
      await enter(user, isNew ? afterSignUp : from, spared, {
        title: isNew ? t`Registration successful` : t`Login successful`,
        text: isNew ? t`Welcome, ${{ name: user.name }}` : t`Welcome back, ${{ name: user.name }}`,
      });
    },
    onError: () => dropSignIn(tabStorage),
  });
}
