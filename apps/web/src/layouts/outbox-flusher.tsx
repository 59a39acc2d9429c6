import { t } from '@lingui/core/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../api/api-provider.tsx';
import { useToast, type Toast } from '../ui/toast-provider.tsx';
import { useUser } from '../session/require-user.tsx';
import { useSession } from '../session/session-provider.tsx';
import { unsentChangesOf } from '../device/outbox/outbox.ts';
import { serverName } from '../ui/branding.ts';

/** Maximum duration of one attempt (ms); the next page sends the rest. */
const tryFor = 60_000;

/** Shown once per page: without storage, unsaved text only exists in the open page. */
const keepsNothing: Toast = {
  title: t`Offline storage is not available`,
  text: t`This browser does not store data for ${{ server: serverName() }}. Leave a document only when it shows Saved.`,
};

/** Sends, once per page, the user's earlier changes that never reached the server. */
export function OutboxFlusher() {
  const { unsent } = useSession();
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const { id: userId } = useUser();
  useEffect(() => {
    const send = async (): Promise<void> => {
      try {
        if ((await unsentChangesOf(unsent, userId)).length === 0) return;
      } catch (error) {
        console.warn('Offline storage is not available:', error);
        show(keepsNothing);
        return;
      }
      const { flushOutboxes } = await import('../device/outbox/flush-outboxes.ts');
      await flushOutboxes({ database: unsent, call, userId, timeout: tryFor });
      await store.invalidateQueries();
    };
    void send();
  }, [unsent, call, userId, store, show]);
  return null;
}
