import { expect, test } from 'vitest';
import { keyGroups } from './key-groups.ts';

test('gathers the keys of commands and of texts, each once, and leaves out what has none', () => {
  const groups = keyGroups(
    [
      {
        id: 'palette',
        group: 'Everywhere',
        name: 'Search or run a command',
        keys: 'Mod-K',
        run: () => undefined,
      },
      { id: 'drafts', group: 'Go to', name: 'Drafts', to: '/drafts' },
    ],
    [
      { group: 'Text', name: 'Bold', keys: 'Mod-B' },
      { group: 'Text', name: 'Bold', keys: 'Mod-B' },
      { group: 'Everywhere', name: 'Close', keys: 'Escape' },
    ],
  );
  expect(groups).toEqual([
    {
      name: 'Everywhere',
      keys: [
        { name: 'Search or run a command', keys: 'Mod-K' },
        { name: 'Close', keys: 'Escape' },
      ],
    },
    { name: 'Text', keys: [{ name: 'Bold', keys: 'Mod-B' }] },
  ]);
});
