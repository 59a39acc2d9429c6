import { expect, test } from 'vitest';
import { distinct } from './distinct.ts';

test('gives every file of an archive a unique name', () => {
  expect(distinct(['Notes.md', 'notes.md', 'Notes (2).md', 'Notes.md', 'plain', 'plain'])).toEqual([
    'Notes.md',
    'notes (2).md',
    'Notes (2) (2).md',
    'Notes (3).md',
    'plain',
    'plain (2)',
  ]);
});
