import { expect, test } from 'vitest';
import { keyGroups } from './key-groups.ts';

test('lists the shortcuts of commands and of the text once each, and omits commands without one', () => {
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
