import { expect, test } from 'vitest';
import type { Command } from '../../../ui/commands/registry.ts';
import { menuOf } from './parts.ts';

const command = (id: string): Command => ({ id, group: 'This document', name: id, run: () => undefined });

test('has what is contributed in the order of the menu, and no part that is empty', () => {
  const menu = menuOf(['trash', 'go /projects', 'tags', 'find', 'rename', 'suggestion-next'].map(command));
  expect(menu.map((part) => part.map(({ id }) => id))).toEqual([['rename', 'tags'], ['find'], ['trash']]);
  expect(menuOf([])).toEqual([]);
});
