import { t } from '@lingui/core/macro';
import { IconPencil, IconPrinter } from '@tabler/icons-react';
import { useCommands } from '../../../ui/commands/commands-provider.tsx';
import type { Command } from '../../../ui/commands/registry.ts';

const group = t`This document`;

const print: Command = {
  id: 'print',
  group,
  name: t`Print`,
  words: t`paper pdf`,
  icon: IconPrinter,
  // After the menu or the palette has closed; otherwise it would be printed.
  run: () => void setTimeout(() => window.print(), 250),
};

const rename: Command = {
  id: 'rename',
  group,
  name: t`Rename`,
  words: t`title name`,
  icon: IconPencil,
  run() {
    const field = document.querySelector<HTMLTextAreaElement>('main textarea[aria-label="Title"]');
    field?.focus();
    field?.select();
  },
};

/** Registers the commands that need nothing but an open document: rename and print. */
export function useOwnCommands({ mayRename }: { mayRename: boolean }): void {
  useCommands(mayRename ? [rename, print] : [print]);
}
