import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../api/ApiProvider.tsx';
import { useToast, type Toast } from '../ui/ToastProvider.tsx';
import { useUser } from './RequireUser.tsx';
import { useSession } from './SessionProvider.tsx';
import { keptOf } from './unsent/outbox.ts';

/** Milliseconds that one attempt may take; what is not sent by then is tried again with the next page. */
const tryFor = 60_000;

/** Said once a page: without storage, words that are not saved yet live in the open page alone. */
const keepsNothing: Toast = {
  title: 'Offline storage is not available',
  text: 'This browser does not store data for Longhand. Leave a document only when it shows Saved.',
};

/** Sends, once a page, what this person typed here earlier and what never reached the server. */
export function KeptSender() {
  const { unsent } = useSession();
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const { id: userId } = useUser();
  useEffect(() => {
    const send = async (): Promise<void> => {
      try {
        if ((await keptOf(unsent, userId)).length === 0) return;
      } catch (error) {
        console.warn('Nothing can be kept on this device:', error);
        show(keepsNothing);
        return;
      }
      const { sendKept } = await import('./unsent/sendKept.ts');
      await sendKept({ database: unsent, call, userId, timeout: tryFor });
      await store.invalidateQueries();
    };
    void send();
  }, [unsent, call, userId, store, show]);
  return null;
}
