import { expect, test } from 'vitest';
import { storingIn } from '../../ui/storage.ts';
import { dismissedIn, dismissIn } from './dismissed.ts';

/**
 * Returns a storage that holds `value` under every key, like one written by another version of the
 * page.
 */
function storageWith(value: string | null) {
  const items = new Map<string, string>();
  return storingIn(() => ({
    getItem: (name) => items.get(name) ?? value,
    setItem: (name, text) => void items.set(name, text),
    removeItem: (name) => void items.delete(name),
    clear: () => items.clear(),
  }));
}

test('stores a dismissed announcement once', () => {
  const storage = storageWith(null);
  dismissIn(storage, 'first');
  dismissIn(storage, 'second');
  expect(dismissIn(storage, 'first')).toEqual(['second', 'first']);
  expect(dismissedIn(storage)).toEqual(['second', 'first']);
});

test.each(['', '{', 'null', '{"first": true}', '[1, 2]'])(
  'an unreadable value %j counts as nothing dismissed',
  (value) => {
    const storage = storageWith(value);
    expect(dismissedIn(storage)).toEqual([]);
    expect(dismissIn(storage, 'first')).toEqual(['first']);
  },
);

test('drops the oldest dismissals beyond 50', () => {
  const storage = storageWith(null);
  for (let at = 0; at < 60; at += 1) dismissIn(storage, `${at}`);
  expect(dismissedIn(storage)).toHaveLength(50);
  expect(dismissedIn(storage)[0]).toBe('10');
});
