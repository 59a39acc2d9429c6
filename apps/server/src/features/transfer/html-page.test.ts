import { expect, test } from 'vitest';
import type { NodeJson } from '@longhand/document';
import { pageOf } from './html-page.ts';

const paged = (...lines: string[]): string => {
  const content = lines.map((text): NodeJson => ({ type: 'paragraph', content: [{ type: 'text', text }] }));
  return pageOf({ title: '', content: { type: 'doc', content }, pictures: [] });
};

test('a page says the language and direction of its text', () => {
  expect(paged('שלום עולם')).toContain('<html lang="he" dir="rtl">');
  expect(paged('der Hund und die Katze')).toContain('<html lang="de" dir="ltr">');
});

test('the blocks of a page find their own direction where letters go from right to left', () => {
  expect(paged('one', 'שלום')).toContain('<p dir="auto">one</p><p dir="auto">שלום</p>');
  expect(paged('one')).toContain('<p>one</p>');
});
