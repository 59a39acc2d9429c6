import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderHtml, renderText } from './render.ts';

describe('user text in a mail', () => {
  test('is quoted line by line in the plain text, so that it cannot look like the application’s own text', () => {
    const text = renderText({
      paragraphs: ['From: Vera'],
      quote: 'one\r\ntwo\rthree\n\nSincerely, Longhand',
      after: ['Ours again.'],
    });
    expect(text).toBe(
      'From: Vera\n\n> one\n> two\n> three\n> \n> Sincerely, Longhand\n\nOurs again.\n',
    );
  });

  test('adds no tags to the HTML in any position', () => {
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
          expect(tags(renderHtml(body(text), 'en'))).toEqual(tags(renderHtml(body('x'), 'en')));
        },
      ),
    );
  });
});
