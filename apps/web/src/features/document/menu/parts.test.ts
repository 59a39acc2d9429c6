import { expect, test } from 'vitest';
import type { Command } from '../../../ui/commands/registry.ts';
import { menuOf } from './parts.ts';

const command = (id: string): Command => ({
  id,
  group: 'This document',
  name: id,
  run: () => undefined,
});

test('lists the contributed commands in the order of the menu and omits empty groups', () => {
  const menu = menuOf(
    ['trash', 'go /projects', 'tags', 'find', 'rename', 'suggestion-next', 'theme dark'].map(
      command,
    ),
    false,
  );
  expect(menu.map((part) => part.map(({ id }) => id))).toEqual([
    ['rename', 'tags'],
    ['find'],
    ['trash'],
  ]);
  expect(menuOf([], true)).toEqual([]);
});

test('contains the theme commands if the bar has no room for them', () => {
  const menu = menuOf(['theme dark', 'rename', 'theme light'].map(command), true);
  expect(menu.map((part) => part.map(({ id }) => id))).toEqual([
    ['rename'],
    ['theme light', 'theme dark'],
  ]);
});

test('adds commands that are registered while the menu is open at its end', () => {
  const first = new Set(['rename', 'trash', 'find']);
  const menu = menuOf(['trash', 'watch', 'rename', 'print'].map(command), false, first);
  expect(menu.map((part) => part.map(({ id }) => id))).toEqual([
    ['rename'],
    ['trash'],
    ['watch', 'print'],
  ]);
});
