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

test('everybody may choose what their right allows, and begins with the most of it', () => {
  expect(modesFor('write')).toEqual(['editing', 'suggesting', 'viewing']);
  expect(modesFor('suggest')).toEqual(['suggesting', 'viewing']);
  expect(modesFor('read')).toEqual(['viewing']);
});

test('a mode is chosen by Ctrl or ⌘ with Alt, not by both, not with Shift, not by a letter alone', () => {
  expect(modeOf(press('KeyS', { ctrlKey: true, altKey: true }))).toBe('suggesting');
  expect(modeOf(press('KeyE', { metaKey: true, altKey: true }))).toBe('editing');
  expect(modeOf(press('KeyV', { ctrlKey: true, metaKey: true, altKey: true }))).toBeNull();
  expect(modeOf(press('KeyV', { ctrlKey: true, altKey: true, shiftKey: true }))).toBeNull();
  expect(modeOf(press('KeyV', { ctrlKey: true }))).toBeNull();
  expect(modeOf(press('KeyX', { ctrlKey: true, altKey: true }))).toBeNull();
});
