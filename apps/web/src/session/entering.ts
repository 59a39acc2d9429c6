import { t } from '@lingui/core/macro';
import type { Credentials, PendingSignIn, Registration, User } from '@longhand/contract';
import { useMutation } from '@tanstack/react-query';
import { useCall } from '../api/api-provider.tsx';
import { sentenceOf } from '../api/failure.ts';
import { tabStorage } from '../ui/storage.ts';
import { useToast, type Toast } from '../ui/toast-provider.tsx';
import { arrivalAddress, returnPath } from './addresses.ts';
import { carryPath, carryToast } from './carry-over.ts';
import { keepInvitation, storedInvitation } from './invitation.ts';
import { useSession } from './session-provider.tsx';
import { wipeBrowser } from '../device/wipe.ts';

/** Delay between signing in or out and the full reload (ms). */
export const reloadAfter = 500;

/**
 * Signs in, then wipes the browser storage and reloads at the dashboard. `from` is the requested
 * page. `onSecondStep` is called instead if the account has a second factor.
 */
export function useLogin(
  from: unknown,
  onSecondStep: (factors: PendingSignIn['secondFactor']) => void,
) {
  const call = useCall();
  const show = useToast();
  const { spared } = useSession();
  return useMutation({
    mutationFn: (credentials: Credentials) => call('login', { body: credentials }),
    onSuccess(result) {
      if ('secondFactor' in result) return onSecondStep(result.secondFactor);
      const text = t`Welcome back, ${{ name: result.name }}`;
      return enter(result, from, spared, { title: t`Login successful`, text });
    },
    onError: (error) =>
      show({ title: t`Login failed`, text: sentenceOf(error), isDestructive: true }),
  });
}

/** Creates an account, then continues like {@link useLogin}. */
export function useRegister(from: unknown) {
  const call = useCall();
  const show = useToast();
  const { spared } = useSession();
  return useMutation({
    mutationFn: (registration: Registration) =>
      call('register', { body: withInvitation(registration) }),
    onSuccess: (user) =>
      enter(user, from, spared, {
        title: t`Registration successful`,
        text: t`Welcome, ${{ name: user.name }}`,
      }),
    onError: (error) =>
      show({ title: t`Registration failed`, text: sentenceOf(error), isDestructive: true }),
  });
}

/** Signs in to a new demo workspace, then continues like {@link useLogin}. */
export function useDemo() {
  const call = useCall();
  const show = useToast();
  const { spared } = useSession();
  return useMutation({
    mutationFn: () => call('signInToDemo', {}),
    onSuccess: (user) =>
      enter(user, null, spared, {
        title: t`Login successful`,
        text: t`Welcome, ${{ name: user.name }}`,
      }),
    onError: (error) =>
      show({ title: t`Login failed`, text: sentenceOf(error), isDestructive: true }),
  });
}

/** A user with an invitation joins by signing up, even if sign-up is closed for others. */
function withInvitation(registration: Registration): Registration {
  const invitation = storedInvitation(tabStorage);
  return invitation === null ? registration : { ...registration, invitation };
}

/** Wipes the browser storage, and reloads at the dashboard or at the requested page `from`. */
export async function enter(
  user: User,
  from: unknown,
  spared: readonly string[],
  toast: Toast,
): Promise<void> {
  const path = returnPath(from);
  const invitation = path === '/invitation' ? storedInvitation(tabStorage) : null;
  await wipeBrowser(spared);
  if (invitation !== null) keepInvitation(tabStorage, invitation);
  if (path !== null) carryPath(tabStorage, path);
  carryToast(tabStorage, toast);
  setTimeout(() => location.assign(arrivalAddress(user.id, Date.now())), reloadAfter);
}
