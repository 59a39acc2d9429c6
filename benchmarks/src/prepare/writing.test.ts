import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { createPlainText } from '../replay/plain-text.ts';
import { textOf } from '../replay/typist.ts';
import { madeUpHistory, seeded, stateAfter } from './writing.ts';

describe('a generated editing history', () => {
  it('is the same for the same seed, and contains only edits within its text', () => {
    const history = madeUpHistory(2_000, seeded(7));
    expect(madeUpHistory(2_000, seeded(7))).toEqual(history);
    expect(madeUpHistory(2_000, seeded(8))).not.toEqual(history);
    const model = createPlainText('');
    for (const patches of history.edits) for (const patch of patches) model.replace(...patch);
    const doc = new Y.Doc();
    Y.applyUpdate(doc, stateAfter(history, 2_000));
    expect(textOf(doc)).toBe(model.toString());
    expect(Y.decodeStateVector(Y.encodeStateVector(doc)).size).toBeGreaterThan(1);
  });
});
