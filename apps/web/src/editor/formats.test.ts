import { expect, test } from 'vitest';
import { keyName } from './formats.ts';

test('formats keyboard shortcuts for the platform', () => {
  expect(keyName('Mod-Shift-S', false)).toBe('Ctrl+Shift+S');
  expect(keyName('Mod-Shift-S', true)).toBe('⇧⌘S');
  expect(keyName('Mod-Alt-1', true)).toBe('⌥⌘1');
});
