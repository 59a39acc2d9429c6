import { expect, test } from 'vitest';
import { overlayFor, type Press } from './use-overlay-keys.ts';

const press = (key: string, more: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...more,
});
const reading = { isTyping: false, single: true };
const typing = { isTyping: true, single: true };

test('Ctrl+K and ⌘K open the palette, also while the user is typing', () => {
  expect(overlayFor(press('k', { ctrlKey: true }), typing)).toBe('palette');
  expect(overlayFor(press('K', { metaKey: true }), reading)).toBe('palette');
  expect(overlayFor(press('k', { ctrlKey: true, altKey: true }), reading)).toBeNull();
  expect(overlayFor(press('k', { ctrlKey: true, shiftKey: true }), reading)).toBeNull();
  expect(overlayFor(press('k'), reading)).toBeNull();
  expect(overlayFor(press('k', { ctrlKey: true, isComposing: true }), typing)).toBeNull();
});

test('a question mark opens the shortcuts, but not while typing or if the user has switched it off', () => {
  expect(overlayFor(press('?', { shiftKey: true }), reading)).toBe('keys');
  expect(overlayFor(press('?', { shiftKey: true }), typing)).toBeNull();
  expect(overlayFor(press('?', { shiftKey: true }), { isTyping: false, single: false })).toBeNull();
});
