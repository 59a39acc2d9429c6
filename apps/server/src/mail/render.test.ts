import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderHtml, renderText } from './render.ts';

describe('what people wrote', () => {
  test('stands in the text line by line behind a mark, so that it cannot pass for ours', () => {
    const text = renderText({
      paragraphs: ['From: Vera'],
      quote: 'one\r\ntwo\rthree\n\nSincerely, Longhand',
      after: ['Ours again.'],
    });
    expect(text).toBe(
      'From: Vera\n\n> one\n> two\n> three\n> \n> Sincerely, Longhand\n\nOurs again.\n',
    );
  });

  test('adds nothing to the HTML, wherever it stands', () => {
    const tags = (html: string) =>
      html.match(/<[^>]*>/g)?.map((tag) => tag.replace(/href="[^"]*"/, 'href')) ?? [];
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '"', "'", '&', '/', 'a', '=', ' ', 'script') }),
        (text) => {
          const body = (words: string) => ({
            paragraphs: [words],
            link: { label: words, url: words },
            quote: words || 'x',
            after: [words],
          });
          expect(tags(renderHtml(body(text)))).toEqual(tags(renderHtml(body('x'))));
        },
      ),
    );
  });
});
