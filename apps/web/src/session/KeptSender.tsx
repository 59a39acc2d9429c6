import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../api/ApiProvider.tsx';
import { useUser } from './RequireUser.tsx';
import { useSession } from './SessionProvider.tsx';
import { keptOf } from './unsent/outbox.ts';

/** Milliseconds that one attempt may take; what is not sent by then is tried again with the next page. */
const tryFor = 60_000;

/** Sends, once a page, what this person typed here earlier and what never reached the server. Shows nothing. */
export function KeptSender() {
  const { unsent } = useSession();
  const call = useCall();
  const store = useQueryClient();
  const { id: userId } = useUser();
  useEffect(() => {
    const send = async (): Promise<void> => {
      try {
        if ((await keptOf(unsent, userId)).length === 0) return;
      } catch (error) {
        // A browser without storage has kept nothing; the document page says so where it matters.
        console.warn('Nothing can be kept on this device:', error);
        return;
      }
      const { sendKept } = await import('./unsent/sendKept.ts');
      await sendKept({ database: unsent, call, userId, timeout: tryFor });
      await store.invalidateQueries();
    };
    void send();
  }, [unsent, call, userId, store]);
  return null;
}
