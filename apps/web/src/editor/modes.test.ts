import { expect, test } from 'vitest';
import { modeOf, modesFor } from './modes.ts';

const press = (
  code: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey', boolean>>,
) => ({
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test('offers the modes that the right of the user allows, the most permissive first', () => {
  expect(modesFor('write')).toEqual(['editing', 'suggesting', 'viewing']);
  expect(modesFor('suggest')).toEqual(['suggesting', 'viewing']);
  expect(modesFor('read')).toEqual(['viewing']);
});

test('selects a mode with Ctrl+Alt or ⌘+Alt, but not with both, with Shift or without Alt', () => {
  expect(modeOf(press('KeyS', { ctrlKey: true, altKey: true }))).toBe('suggesting');
  expect(modeOf(press('KeyE', { metaKey: true, altKey: true }))).toBe('editing');
  expect(modeOf(press('KeyV', { ctrlKey: true, metaKey: true, altKey: true }))).toBeNull();
  expect(modeOf(press('KeyV', { ctrlKey: true, altKey: true, shiftKey: true }))).toBeNull();
  expect(modeOf(press('KeyV', { ctrlKey: true }))).toBeNull();
  expect(modeOf(press('KeyX', { ctrlKey: true, altKey: true }))).toBeNull();
});
