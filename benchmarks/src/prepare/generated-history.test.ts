import { describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { createPlainText } from '../replay/plain-text.ts';
import { textOf } from '../replay/replica-text.ts';
import { generateHistory, seededRandom, stateAfter } from './generated-history.ts';

describe('a generated editing history', () => {
  it('is the same for the same seed, and contains only edits within its text', () => {
    const history = generateHistory(2_000, seededRandom(7));
    expect(generateHistory(2_000, seededRandom(7))).toEqual(history);
    expect(generateHistory(2_000, seededRandom(8))).not.toEqual(history);
    const model = createPlainText('');
    for (const patches of history.edits) for (const patch of patches) model.replace(...patch);
    const doc = new Y.Doc();
    Y.applyUpdate(doc, stateAfter(history, 2_000));
    expect(textOf(doc)).toBe(model.toString());
    expect(Y.decodeStateVector(Y.encodeStateVector(doc)).size).toBeGreaterThan(1);
  });
});
