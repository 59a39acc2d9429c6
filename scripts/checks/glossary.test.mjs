import { expect, test } from 'vitest';
import { compareTerms } from './glossary.mjs';

const table = (...rows) =>
  ['| term | meaning |', '| --- | --- |', ...rows.map(([a, b]) => `| **${a}** | ${b} |`)].join(
    '\n',
  );

test('reports terms with two meanings, listed twice or out of order', () => {
  const text = table(
    ['cursor', 'of a log: its last entry. Of a list: the next page'],
    ['account, user', 'a person who can sign in'],
    ['round', 'of review: named reviewers respond to one version'],
    ['user', 'a person'],
  );
  expect(compareTerms(text, [])).toEqual([
    'docs/glossary.md: “account” is out of order',
    'docs/glossary.md: “user” is listed twice',
    'docs/glossary.md: “cursor” has two meanings',
  ]);
});

test('reports a type with the name of a term that two modules export', () => {
  const text = table(['room', 'an open document'], ['room session', 'a connection of a room']);
  expect(
    compareTerms(text, [
      ['a.ts', 'export type Room = 1;\nexport interface RoomSession {}'],
      ['b.ts', 'export type { Room } from "./a.ts";\ntype RoomSession = 1;\n'],
      ['c.ts', 'export class Room {}'],
    ]),
  ).toEqual(['Room is a term of the glossary: exported by a.ts, c.ts']);
});

test('reports a glossary without terms', () => {
  expect(compareTerms('# Glossary', [])).toEqual(['docs/glossary.md: no terms were found']);
});
