import { expect, test } from 'vitest';
import { keyParts, keyText } from './key-name.ts';

test('splits a shortcut into the key names of the platform', () => {
  expect(keyParts('Mod-Shift-S', false)).toEqual(['Ctrl', 'Shift', 'S']);
  expect(keyParts('Mod-Shift-S', true)).toEqual(['⇧', '⌘', 'S']);
  expect(keyParts('Alt-ArrowUp', false)).toEqual(['Alt', '↑']);
  expect(keyParts('?', true)).toEqual(['?']);
  expect(keyParts('Mod--', false)).toEqual(['Ctrl', '-']);
});

test('formats a shortcut as one text', () => {
  expect(keyText('Mod-Shift-S', false)).toBe('Ctrl+Shift+S');
  expect(keyText('Mod-Shift-S', true)).toBe('⇧⌘S');
  expect(keyText('Mod-Alt-1', true)).toBe('⌥⌘1');
});
