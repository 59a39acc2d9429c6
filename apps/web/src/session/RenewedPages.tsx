import { useEffect, useRef } from 'react';
import { tabStorage } from '../ui/storage.ts';
import { useToast } from '../ui/ToastProvider.tsx';
import { arePagesOld } from '../ui/useServiceWorker.ts';
import { carryToast } from './carryOver.ts';
import { useIsAway } from './RequireUser.tsx';
import { useSession } from './SessionProvider.tsx';

/** Milliseconds in which what was typed has to be on the server before a page is loaded anew. */
const flushFor = 10_000;

/**
 * A page that came off this device, because the server could not be reached, may be older than the server is by then: once the server answers
 * and has everything that was typed, such a page is loaded anew. Shows nothing.
 */
export function RenewedPages() {
  const isAway = useIsAway();
  const wasAway = useRef(isAway);
  const { openPages } = useSession();
  const show = useToast();
  useEffect(() => {
    if (isAway || !wasAway.current) return;
    wasAway.current = false;
    const renew = async (): Promise<void> => {
      if (!(await arePagesOld())) return;
      const flushed = await Promise.all([...openPages].map((page) => page.flush(flushFor)));
      if (!flushed.every(Boolean)) {
        show({ title: 'Longhand was updated', text: 'Reload when the document shows Saved.' });
        return;
      }
      carryToast(tabStorage, { title: 'Longhand was updated', text: 'The page was reloaded. All your changes are saved.' });
      location.reload();
    };
    // Who cannot ask for it goes on with the page as it is, as one does that was open all the time.
    renew().catch((error: unknown) => console.warn('Whether the page is old could not be found out:', error));
  }, [isAway, openPages, show]);
  return null;
}
