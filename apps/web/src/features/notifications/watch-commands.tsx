import { t } from '@lingui/core/macro';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useCommands } from '../../ui/commands/commands-provider.tsx';
import { useWatch } from './use-notifications.ts';

/**
 * Registers the command that watches or unwatches the open document, for the palette and the menu.
 * It is there before it is known whether the user watches: an item that appears in an open menu
 * would move those below it. Renders nothing.
 */
export function WatchCommands({ documentId }: { documentId: string }) {
  const { watching, choose } = useWatch({ kind: 'document', id: documentId });
  const isWatching = watching === true;
  useCommands([
    {
      id: 'watch',
      group: t`This document`,
      name: isWatching ? t`Stop watching` : t`Watch`,
      words: t`notify notifications told`,
      icon: isWatching ? IconEyeOff : IconEye,
      run: () => choose(!isWatching),
    },
  ]);
  return null;
}
