import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints, type Comment, type Endpoint } from '@longhand/contract';
import { tagKey } from './domain/tags.ts';
import { vectorOf } from './domain/search-words.ts';
import { mentionedIn, namedByName } from './features/comments/mentions.ts';
import { fillPlaceholders, placeholdersIn } from './features/documents/placeholders.ts';
import { csvCell } from './features/messages/csv.ts';
import { readQuery } from './features/search/query.ts';
import { readBearer } from './http/bearer.ts';
import { readCookie } from './http/cookies.ts';
import { strangersWords } from './mail/strangers-words.ts';

/**
 * Number of repetitions. Quadratic algorithms take from half a minute to hours with it, linear ones
 * a second or two.
 */
const times = 100_000;
const deadline = 25_000;

const pieces: Readonly<Record<string, string>> = {
  spaces: ' ',
  'no-break spaces': '\u00a0',
  'zero-width characters': '\u200b',
  'soft hyphens': '\u00ad',
  hyphens: '-',
  dots: '.',
  'at signs': '@',
  'at signs and letters': '@a',
  'mentions with punctuation': '@aaa-._',
  braces: '{{',
  'braces and letters': '{{a ',
  'opening brackets': '[',
  'prefixes of guests': '(guest) ',
  quotes: '"',
  'combining marks': '\u0301\u0316',
  slashes: '/',
  'equals signs': '=',
  semicolons: ';',
  'semicolons and letters': '; a=',
  colons: ':',
  'unfinished URLs': 'http://a.',
  'unfinished email addresses': 'a@b.',
  'percent signs': '%',
  'percent escapes': '%25',
  'less-than signs': '<',
  ideographs: '漢',
  emoji: '👩‍👩‍👧',
  'line breaks': '\n',
};
const texts = Object.entries(pieces).map(
  ([name, piece]) => [name, `@aaa${piece.repeat(times)}b`] as const,
);

/**
 * Yields every string field in the input of calls: bodies, queries and parameters, also within
 * arrays and objects.
 */
function* placesIn(schema: z.ZodType, path: string): Generator<readonly [string, z.ZodType]> {
  yield [path, schema];
  if (schema instanceof z.ZodObject)
    for (const [name, field] of Object.entries(schema.shape))
      yield* placesIn(field as z.ZodType, `${path}.${name}`);
  if (schema instanceof z.ZodArray) yield* placesIn(schema.element as z.ZodType, `${path}[]`);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    yield* placesIn(schema.unwrap() as z.ZodType, path);
  if (schema instanceof z.ZodUnion)
    for (const option of schema.options) yield* placesIn(option as z.ZodType, path);
}

const places = [
  ...new Map(
    Object.entries<Endpoint>(endpoints).flatMap(([name, { body, query, params }]) =>
      [body, query, params].flatMap((schema) =>
        schema === undefined
          ? []
          : [...placesIn(schema, name)].map(([path, each]) => [each, path] as const),
      ),
    ),
  ),
];

describe('validation of every input field takes linear time in the length of the input', () => {
  test('covers more than 150 fields', () => expect(places.length).toBeGreaterThan(150));

  test.each(texts)(
    'with many %s',
    (_name, text) => {
      for (const [schema, path] of places) expect(() => schema.safeParse(text), path).not.toThrow();
    },
    deadline,
  );
});

const comment = (body: string): Pick<Comment, 'body' | 'mentions'> => ({
  body,
  mentions: [{ id: '', username: 'ada', name: 'Ada', avatarColor: '' }],
});

describe('text processing takes linear time in the length of the text', () => {
  test.each(texts)(
    'with many %s',
    (_name, text) => {
      const content = {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text }] }],
      };
      expect(mentionedIn(text).length).toBeLessThan(60);
      expect(namedByName(comment(text)).body.length).toBeGreaterThan(0);
      expect(placeholdersIn({ title: text, content })).toBeInstanceOf(Array);
      expect(fillPlaceholders({ title: text, content }, { a: 'b' }).title.length).toBeGreaterThan(
        0,
      );
      expect(csvCell(text).length).toBeGreaterThan(times);
      expect(strangersWords(text).length).toBeLessThan(300);
      expect(() => readQuery(text)).not.toThrow();
      expect(vectorOf(text)).toEqual(expect.any(String));
      expect(readBearer(`Bearer ${text}`)).toBe(null);
      expect(readCookie(text, 'session')).toBe(null);
      expect(tagKey(text.slice(0, 200)).length).toBeGreaterThan(0);
    },
    deadline,
  );
});
