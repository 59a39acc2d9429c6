import { t } from '@lingui/core/macro';
import type { Link } from '@longhand/sync/client';
import { useEffect } from 'react';
import { useToast } from '../../ui/toast-provider.tsx';

/** Shows a toast if the server may have lost text that this page has. */
export function useRestoreNotice(link: Link | undefined): void {
  const toast = useToast();
  useEffect(
    () =>
      link?.onRestored(() =>
        toast({
          title: t`The server may have lost text`,
          text: t`It was restored from a backup, or its machine stopped. Text that only this page has is sent to it again. Recent comments, titles and versions may be lost.`,
        }),
      ),
    [link, toast],
  );
}
