import type { Credentials, Registration, User } from '@longhand/contract';
import { useMutation } from '@tanstack/react-query';
import { useCall } from '../api/ApiProvider.tsx';
import { sentenceOf } from '../api/failure.ts';
import { tabStorage } from '../ui/storage.ts';
import { useToast, type Toast } from '../ui/ToastProvider.tsx';
import { arrivalAddress, returnPath } from './addresses.ts';
import { carryPath, carryToast } from './carryOver.ts';
import { keepInvitation, keptInvitation } from './invitation.ts';
import { useSession } from './SessionProvider.tsx';
import { wipeBrowser } from './wipe.ts';

/** Milliseconds between signing in or out and the full reload. Source: specification, section 4. */
export const reloadAfter = 500;

/** Signs in, then wipes the browser and reloads at the dashboard. `from` is the page that was asked for. */
export function useLogin(from: unknown) {
  const call = useCall();
  const show = useToast();
  const { spared } = useSession();
  return useMutation({
    mutationFn: (credentials: Credentials) => call('login', { body: credentials }),
    onSuccess: (user) => enter(user, from, spared, { title: 'Login successful', text: `Welcome back, ${user.name}` }),
    onError: (error) => show({ title: 'Login failed', text: sentenceOf(error), isDestructive: true }),
  });
}

/** Makes an account, then goes on as {@link useLogin} does. */
export function useRegister(from: unknown) {
  const call = useCall();
  const show = useToast();
  const { spared } = useSession();
  return useMutation({
    mutationFn: (registration: Registration) => call('register', { body: withInvitation(registration) }),
    onSuccess: (user) => enter(user, from, spared, { title: 'Registration successful', text: `Welcome, ${user.name}` }),
    onError: (error) => show({ title: 'Registration failed', text: sentenceOf(error), isDestructive: true }),
  });
}

/** Signs in to a fresh demo workspace, then goes on as {@link useLogin} does. */
export function useDemo() {
  const call = useCall();
  const show = useToast();
  const { spared } = useSession();
  return useMutation({
    mutationFn: () => call('signInToDemo', {}),
    onSuccess: (user) => enter(user, null, spared, { title: 'Login successful', text: `Welcome, ${user.name}` }),
    onError: (error) => show({ title: 'Login failed', text: sentenceOf(error), isDestructive: true }),
  });
}

/** Who came by an invitation joins by signing up, also where nobody else may sign up. */
function withInvitation(registration: Registration): Registration {
  const invitation = keptInvitation(tabStorage);
  return invitation === null ? registration : { ...registration, invitation };
}

async function enter(user: User, from: unknown, spared: readonly string[], toast: Toast): Promise<void> {
  const path = returnPath(from);
  const invitation = path === '/invitation' ? keptInvitation(tabStorage) : null;
  await wipeBrowser(spared);
  if (invitation !== null) keepInvitation(tabStorage, invitation);
  if (path !== null) carryPath(tabStorage, path);
  carryToast(tabStorage, toast);
  setTimeout(() => location.assign(arrivalAddress(user.id, Date.now())), reloadAfter);
}
