import { expect, test } from 'vitest';
import { keepSidebar, readSidebar, sidebarKey, withToggled } from './sidebar-memory.ts';

function storageWith(text: string | null) {
  const kept = new Map(text === null ? [] : [[sidebarKey, text]]);
  return () => ({
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
}

test('stores the folded sections', () => {
  const storage = storageWith(null);
  expect(readSidebar(storage)).toEqual({ isHidden: false, folded: [] });
  keepSidebar(storage, withToggled({ isHidden: true, folded: [] }, 'projects'));
  expect(readSidebar(storage)).toEqual({ isHidden: true, folded: ['projects'] });
  expect(withToggled(readSidebar(storage), 'projects').folded).toEqual([]);
});

test.each(['nonsense', '"text"', '[1]', '{"folded":"all","isHidden":"yes"}', '{"folded":[1,"a"]}'])(
  'ignores invalid parts of the stored value: %s',
  (text) => {
    expect(readSidebar(storageWith(text)).isHidden).toBe(false);
    expect(readSidebar(storageWith(text)).folded.every((name) => name === 'a')).toBe(true);
  },
);

test('uses the defaults if the browser forbids storage', () => {
  const forbidden = (): never => {
    throw new Error('SecurityError');
  };
  expect(readSidebar(forbidden)).toEqual({ isHidden: false, folded: [] });
  expect(() => keepSidebar(forbidden, { isHidden: true, folded: [] })).not.toThrow();
});
