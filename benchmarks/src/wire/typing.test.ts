import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { wordsOf } from '@longhand/driver';
import { firstLetter, letterOf, paragraphOf } from './typing.ts';

describe('hand-built updates', () => {
  it('equal those of users who type in separate paragraphs', () => {
    const doc = new Y.Doc();
    for (const client of [8, 2 ** 32 - 2]) {
      Y.applyUpdate(doc, paragraphOf(client));
      for (let clock = firstLetter; clock < firstLetter + 30; clock += 1)
        Y.applyUpdate(doc, letterOf(client, clock));
    }
    const typed = 'bcdefghijklmnopqrstuvwxyzabcde';
    expect(wordsOf(doc)).toBe(`\n${typed}`.repeat(2));
  });
});
