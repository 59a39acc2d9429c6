import { expect, test } from 'vitest';
import { frontMatterOf } from './front-matter.ts';

test('extracts title and tags, names the other fields, and returns the rest as the body', () => {
  const text =
    '---\ntitle: "Of \\"birds\\""\ndate: 2026-01-02\ntags:\n  - one\n  - \'two three\'\n---\n\n# Birds\n';
  expect(frontMatterOf(text)).toEqual({
    title: 'Of "birds"',
    tags: ['one', 'two three'],
    others: ['date'],
    body: '\n# Birds\n',
  });
  expect(frontMatterOf('---\ntitle: Birds\ntags: [a, "b"]\n...\nx')).toMatchObject({
    title: 'Birds',
    tags: ['a', 'b'],
    body: 'x',
  });
});

test.each([
  '---\n\nA rule first\n\n---\n',
  '---\nwords without fields\n---\n',
  '---\ntitle: never ends',
  'x\n---\na: b\n---\n',
  '',
])('a text without front matter is unchanged: %j', (text) => {
  expect(frontMatterOf(text)).toEqual({ title: '', tags: [], others: [], body: text });
});

test('long or unterminated front matter is read in linear time', () => {
  for (const text of [
    `---\n${' '.repeat(200_000)}`,
    `---\n${'a:\n'.repeat(100_000)}`,
    `---\n${'---'.repeat(100_000)}`,
  ])
    expect(frontMatterOf(text).body).toBe(text);
});
