import { t } from '@lingui/core/macro';
import { useEffect, useRef } from 'react';
import { serverName } from '../ui/branding.ts';
import { tabStorage } from '../ui/storage.ts';
import { useToast } from '../ui/toast-provider.tsx';
import { arePagesOld } from '../ui/use-service-worker.ts';
import { carryToast } from '../session/carry-over.ts';
import { useIsAway } from '../session/require-user.tsx';
import { useSession } from '../session/session-provider.tsx';

/** Maximum time for pending changes to reach the server before a page is reloaded (ms). */
const flushFor = 10_000;

/**
 * A page loaded from the offline cache may be older than the server. Such a page is reloaded once
 * the server responds and has all pending changes. Renders nothing.
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
        show({
          title: t`${{ server: serverName() }} was updated`,
          text: t`Reload when the document shows Saved.`,
        });
        return;
      }
      carryToast(tabStorage, {
        title: t`${{ server: serverName() }} was updated`,
        text: t`The page was reloaded. All your changes are saved.`,
      });
      location.reload();
    };
    // If the check fails, the user continues with the current page, like a page that was open all
    // the time.
    renew().catch((error: unknown) => console.warn('The check for a new version failed:', error));
  }, [isAway, openPages, show]);
  return null;
}
