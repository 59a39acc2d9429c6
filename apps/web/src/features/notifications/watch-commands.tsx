import { t } from '@lingui/core/macro';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { useCommands } from '../../ui/commands/commands-provider.tsx';
import { useWatch } from './use-notifications.ts';

/**
 * Registers the commands that watch or unwatch the open document, for the palette and the menu.
 * Renders nothing.
 */
export function WatchCommands({ documentId }: { documentId: string }) {
  const { watching, choose } = useWatch({ kind: 'document', id: documentId });
  const group = t`This document`;
  const words = 'notify notifications told';
  useCommands(
    watching === null
      ? []
      : watching
        ? [
            {
              id: 'unwatch',
              group,
              name: t`Stop watching`,
              words,
              icon: IconEyeOff,
              run: () => choose(false),
            },
          ]
        : [{ id: 'watch', group, name: t`Watch`, words, icon: IconEye, run: () => choose(true) }],
  );
  return null;
}
