import { expect, test } from 'vitest';
import { isSafeLink, linkTarget } from './link.ts';

test.each(['https://example.org/a?b#c', 'http://localhost:3000', 'mailto:ada@example.org'])(
  '%s may be linked',
  (href) => {
    expect(isSafeLink(href)).toBe(true);
  },
);

test.each([
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'file:///etc/passwd',
  'ftp://example.org',
  '//example.org',
  '/documents/1',
  'example.org',
  '',
  null,
])('%j is not a safe link', (href) => {
  expect(isSafeLink(href)).toBe(false);
});

test.each([
  ['example.org/x', 'https://example.org/x'],
  ['localhost:3000/x', 'https://localhost:3000/x'],
  [' ada@example.org ', 'mailto:ada@example.org'],
  ['http://example.org', 'http://example.org'],
  ['javascript:alert(1)', null],
  ['ftp://example.org', null],
  ['two words', null],
  ['', null],
])('entering %j links to %j', (typed, target) => {
  expect(linkTarget(typed)).toBe(target);
});
