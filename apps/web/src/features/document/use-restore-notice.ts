import { t } from '@lingui/core/macro';
import type { Link } from '@longhand/sync/client';
import { useEffect } from 'react';
import { useToast } from '../../ui/toast-provider.tsx';

/** Shows a toast if the server was restored from a backup that is older than this page. */
export function useRestoreNotice(link: Link | undefined): void {
  const toast = useToast();
  useEffect(
    () =>
      link?.onRestored(() =>
        toast({
          title: t`The server was restored from a backup`,
          text: t`Newer text on this page is sent to it again. Comments, titles and versions since the backup are lost.`,
        }),
      ),
    [link, toast],
  );
}
