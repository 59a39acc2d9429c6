import { expect, test } from 'vitest';
import { strangersWords } from './strangers-words.ts';

test.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['Dr. Ada Lovelace Jr.', 'Dr. Ada Lovelace Jr.'],
  ['Notes\r\nBcc: victim@example.com', 'Notes Bcc: victim at example com'],
  ['You won! https://evil.example/claim?id=1', 'You won! https evil example/claim?id=1'],
  ['www.evil.example', 'www evil example'],
  ['left\u202eright\u0000', 'left right'],
  ['a'.repeat(500), `${'a'.repeat(59)}…`],
  ['😀'.repeat(61), `${'😀'.repeat(59)}…`],
])(
  'reduces a name or title in a mail to another user to one short line without an address: %j',
  (given, shown) => {
    expect(strangersWords(given)).toBe(shown);
  },
);
