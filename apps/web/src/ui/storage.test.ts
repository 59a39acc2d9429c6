import { expect, test } from 'vitest';
import { storingIn, type Storing } from './storage.ts';

function roomFor(entries: number): Storing & { map: Map<string, string> } {
  const map = new Map<string, string>();
  return {
    map,
    getItem: (key) => map.get(key) ?? null,
    setItem(key, value) {
      if (map.size >= entries && !map.has(key))
        throw new DOMException('full', 'QuotaExceededError');
      map.set(key, value);
    },
    removeItem: (key) => void map.delete(key),
    clear: () => map.clear(),
  };
}

test('writes to the storage of the browser, and reads from it', () => {
  const storage = roomFor(9);
  const storing = storingIn(() => storage);
  storing.setItem('a', '1');
  expect(storage.map.get('a')).toBe('1');
  storage.setItem('a', 'by another tab');
  expect(storing.getItem('a')).toBe('by another tab');
  storing.removeItem('a');
  expect([storing.getItem('a'), storage.map.size]).toEqual([null, 0]);
});

test('keeps values in memory if the browser forbids storage', () => {
  const storing = storingIn(() => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(storing.getItem('a')).toBeNull();
  storing.setItem('a', '1');
  expect(storing.getItem('a')).toBe('1');
  storing.removeItem('a');
  expect(storing.getItem('a')).toBeNull();
  storing.setItem('a', '1');
  storing.clear();
  expect(storing.getItem('a')).toBeNull();
});

test('keeps values in memory if the storage is full, and returns the latest value', () => {
  const storage = roomFor(1);
  const storing = storingIn(() => storage);
  storing.setItem('a', '1');
  storing.setItem('b', '1');
  storing.setItem('a', '2');
  expect([storing.getItem('a'), storing.getItem('b'), storage.map.size]).toEqual(['2', '1', 1]);
  storing.removeItem('a');
  storing.setItem('b', '2');
  expect([storing.getItem('b'), storage.map.get('b')]).toEqual(['2', '2']);
});

test('does not hide errors other than storage errors', () => {
  const storing = storingIn(() => {
    throw new TypeError('ours');
  });
  expect(() => storing.getItem('a')).toThrow('ours');
});
