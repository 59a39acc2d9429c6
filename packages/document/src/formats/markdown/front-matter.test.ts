import { expect, test } from 'vitest';
import { frontMatterOf } from './front-matter.ts';

test('the title and the tags are read, all other fields are named, and the text is what follows', () => {
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
])('a text without front matter stays as it is: %j', (text) => {
  expect(frontMatterOf(text)).toEqual({ title: '', tags: [], others: [], body: text });
});

test('a long beginning is read in time', () => {
  for (const text of [
    `---\n${' '.repeat(200_000)}`,
    `---\n${'a:\n'.repeat(100_000)}`,
    `---\n${'---'.repeat(100_000)}`,
  ])
    expect(frontMatterOf(text).body).toBe(text);
});
