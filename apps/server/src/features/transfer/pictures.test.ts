import { expect, test } from 'vitest';
import { attachedIn, withSources } from './pictures.ts';

const src = (number: number) => `/api/v1/files/0198f1c2-1111-7abc-8def-00000000000${number}`;
const attachment = (number: number, name: string) => ({
  type: 'attachment',
  attrs: { src: src(number), name },
});

test('attached files get the new sources of stored files, and become their names when none was stored', () => {
  const image = { type: 'image', attrs: { src: src(3), alt: 'gone' } };
  const content = { type: 'doc', content: [attachment(1, 'a.pdf'), attachment(2, 'b.pdf'), image] };
  expect([...attachedIn(content)]).toEqual([
    [src(1), 'a.pdf'],
    [src(2), 'b.pdf'],
  ]);
  const stored = new Map([
    [src(1), src(9)],
    [src(2), null],
    [src(3), null],
  ]);
  expect(withSources(content, stored).content).toEqual([
    attachment(9, 'a.pdf'),
    { type: 'paragraph', content: [{ type: 'text', text: 'b.pdf' }] },
  ]);
});
