import { t } from '@lingui/core/macro';
import { useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router';
import { ApiProvider } from '../../api/api-provider.tsx';
import ContactDialog from '../../features/messages/contact-dialog.tsx';
import DemoDialog from '../../features/messages/demo-dialog.tsx';
import { useSubscribe } from '../../features/messages/use-send-message.ts';
import { useDemo } from '../../session/entering.ts';
import { LogoutAction } from '../../session/logout-action.tsx';
import { SessionProvider } from '../../session/session-provider.tsx';
import { useCurrentUser } from '../../session/use-current-user.ts';
import { themeKey } from '../../theme/scheme.ts';
import { ToastProvider, useToast } from '../../ui/toast-provider.tsx';

/** The dialogs of public pages. Signing out shows one only if text would be left behind. */
type Dialog = 'demo' | 'contact' | 'sign-out';

/** The interactive parts of a public page that need React. */
export type Host = {
  open(dialog: Dialog): void;
  /** Signs in to a demo. Returns false after a message about a failure. */
  tryDemo(): Promise<boolean>;
  /** Subscribes an address to the newsletter, and says so. Returns true if it was subscribed. */
  subscribe(email: string): Promise<boolean>;
};

/** Keys of local storage that are preserved when signing in and out. */
const spared = [themeKey];

/** Renders the host at the end of the page. */
export function startHost(): Promise<Host> {
  const container = document.body.appendChild(document.createElement('div'));
  return new Promise((resolve) => {
    createRoot(container).render(
      <MemoryRouter>
        <ApiProvider>
          <ToastProvider>
            <SessionProvider spared={spared}>
              <Parts onReady={resolve} />
            </SessionProvider>
          </ToastProvider>
        </ApiProvider>
      </MemoryRouter>,
    );
  });
}

const nothingOpened = { dialog: null, count: 0 };

function Parts({ onReady }: { onReady: (host: Host) => void }) {
  const [opened, setOpened] = useState<{ dialog: Dialog | null; count: number }>(nothingOpened);
  const { mutateAsync: tryDemo } = useDemo();
  const subscribe = useNewsletter();
  const open = (dialog: Dialog | null): void =>
    setOpened(({ count }) => ({ dialog, count: count + 1 }));
  const ready = useRef({ onReady, host: { open, tryDemo: () => settle(tryDemo()), subscribe } });
  useEffect(() => ready.current.onReady(ready.current.host), []);
  const close = (): void => open(null);
  switch (opened.dialog) {
    case 'demo':
      return <DemoDialog onClose={close} />;
    case 'contact':
      return <ContactDialog onClose={close} />;
    case 'sign-out':
      // A further press starts again after the user has cancelled it.
      return <SignOut key={opened.count} />;
    case null:
      return null;
  }
}

/** Returns true if a call succeeds. Its mutation shows a message if it fails. */
const settle = (call: Promise<unknown>): Promise<boolean> =>
  call.then(
    () => true,
    () => false,
  );

/** Returns the function that subscribes an address to the newsletter. */
function useNewsletter(): (email: string) => Promise<boolean> {
  const { mutateAsync } = useSubscribe();
  const show = useToast();
  return async (email) => {
    if (!email.includes('@')) {
      const text = t`Please enter a valid email address.`;
      show({ title: t`Invalid email`, text, isDestructive: true });
      return false;
    }
    const isDone = await settle(mutateAsync(email));
    show(
      isDone
        ? {
            title: t`Successfully subscribed!`,
            text: t`Thank you for subscribing to our newsletter.`,
          }
        : {
            title: t`Subscription failed`,
            text: t`There was a problem subscribing to the newsletter. Please try again.`,
            isDestructive: true,
          },
    );
    return isDone;
  };
}

/** Signs out as soon as the user is known. */
function SignOut() {
  const { data: user } = useCurrentUser();
  if (!user) return null;
  return <LogoutAction user={user}>{(start) => <Started start={start} />}</LogoutAction>;
}

/** Starts an action when it is mounted. */
function Started({ start }: { start: () => void }) {
  const first = useRef(start);
  useEffect(() => first.current(), []);
  return null;
}
