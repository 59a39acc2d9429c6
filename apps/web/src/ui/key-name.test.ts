import { expect, test } from 'vitest';
import { keyParts } from './key-name.ts';

test('names keys as the device does', () => {
  expect(keyParts('Mod-Shift-S', false)).toEqual(['Ctrl', 'Shift', 'S']);
  expect(keyParts('Mod-Shift-S', true)).toEqual(['⇧', '⌘', 'S']);
  expect(keyParts('Alt-ArrowUp', false)).toEqual(['Alt', '↑']);
  expect(keyParts('?', true)).toEqual(['?']);
  expect(keyParts('Mod--', false)).toEqual(['Ctrl', '-']);
});
