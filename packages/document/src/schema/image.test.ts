import { expect, test } from 'vitest';
import { isSafeImage } from './image.ts';

test.each([
  'https://example.org/a.png',
  'http://localhost/a',
  '/api/v1/files/0198f1c2-1111-7abc-8def-0123456789ab',
])('%s is a safe image source', (src) => {
  expect(isSafeImage(src)).toBe(true);
});

test.each([
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'blob:https://example.org/1',
  'file:///etc/passwd',
  'mailto:ada@example.org',
  '//example.org/a.png',
  '/api/v1/files/../logout',
  '/api/v1/files/0198f1c2-1111-7abc-8def-0123456789ab?x=1',
  '/api/v1/files/1',
  'a.png',
  '',
  null,
  7,
])('%j is not a safe image source', (src) => {
  expect(isSafeImage(src)).toBe(false);
});
