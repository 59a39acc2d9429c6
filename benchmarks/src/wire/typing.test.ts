import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { firstLetter, letterOf, paragraphOf } from './typing.ts';

describe('updates made by hand', () => {
  it('are those of people who type in paragraphs of their own', () => {
    const doc = new Y.Doc();
    for (const client of [7, 2 ** 32 - 1]) {
      Y.applyUpdate(doc, paragraphOf(client));
      for (let clock = firstLetter; clock < firstLetter + 30; clock += 1) Y.applyUpdate(doc, letterOf(client, clock));
    }
    const typed = 'cdefghijklmnopqrstuvwxyzabcdef';
    expect(doc.getXmlFragment('default').toString()).toBe(`<paragraph>${typed}</paragraph>`.repeat(2));
    expect(doc.store.pendingStructs).toBeNull();
  });
});
