import { expect, test } from 'vitest';
import { arrivalAddress, departureAddress, returnPath } from './addresses.ts';

test('after sign-in, the address is the dashboard with refresh and userId', () => {
  expect(arrivalAddress('u1', 5)).toBe('/dashboard?refresh=5&userId=u1');
});

test('after sign-out, the address is the front page with refresh', () => {
  expect(departureAddress(5)).toBe('/?refresh=5');
});

test.each(['/documents/1', '/projects?x=1#y'])('accepts %s as a return path', (path) => {
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
])('refuses %j as a return path', (path) => {
  expect(returnPath(path)).toBeNull();
});
