import { expect, test } from 'vitest';
import { distinct } from './distinct.ts';

test('no two files of an archive have the same name', () => {
  expect(distinct(['Notes.md', 'notes.md', 'Notes (2).md', 'Notes.md', 'plain', 'plain'])).toEqual([
    'Notes.md',
    'notes (2).md',
    'Notes (2) (2).md',
    'Notes (3).md',
    'plain',
    'plain (2)',
  ]);
});
