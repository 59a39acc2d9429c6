import { IconPencil, IconPrinter } from '@tabler/icons-react';
import { useCommands } from '../../../ui/commands/CommandsProvider.tsx';
import type { Command } from '../../../ui/commands/registry.ts';

const group = 'This document';

const print: Command = {
  id: 'print',
  group,
  name: 'Print',
  words: 'paper pdf',
  icon: IconPrinter,
  // After the menu or the palette is gone, or it would be on the paper.
  run: () => void setTimeout(() => window.print(), 250),
};

const rename: Command = {
  id: 'rename',
  group,
  name: 'Rename',
  words: 'title name',
  icon: IconPencil,
  run() {
    const field = document.querySelector<HTMLTextAreaElement>('main textarea[aria-label="Title"]');
    field?.focus();
    field?.select();
  },
};

/** What can be done with an open document, whatever else the page knows of it: rename it, print it. */
export function useOwnCommands({ mayRename }: { mayRename: boolean }): void {
  useCommands(mayRename ? [rename, print] : [print]);
}
