import { expect, test } from 'vitest';
import { arrivalAddress, departureAddress, returnPath } from './addresses.ts';

test('signing in arrives at the dashboard with refresh and userId', () => {
  expect(arrivalAddress('u1', 5)).toBe('/dashboard?refresh=5&userId=u1');
});

test('signing out arrives at the front page with refresh', () => {
  expect(departureAddress(5)).toBe('/?refresh=5');
});

test.each(['/documents/1', '/projects?x=1#y'])('%s can be gone back to', (path) => {
  expect(returnPath(path)).toBe(path);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  'documents',
  '/auth?tab=register',
  '/\t/evil.example',
  7,
  null,
])('%j cannot be gone back to', (path) => {
  expect(returnPath(path)).toBeNull();
});
