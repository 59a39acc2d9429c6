import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProduct, type Product } from '@longhand/driver';
import { firstDifference } from './difference.ts';
import type { History, Patch } from './history.ts';
import { replayHistory } from './replay-history.ts';

/**
 * Covers line breaks, spaces at both ends, characters outside of ASCII and of the BMP, and several
 * patches in one edit.
 */
const history: History = {
  startContent: ' Zwölf\n\n',
  endContent: '  Zwölf Boxkämpfer 🖋️\n漢字\tjagen\n\nViktor \n',
  edits: [
    [[0, 0, ' ']],
    [[7, 0, ' Boxer']],
    [
      [10, 3, 'xkämpfer'],
      [18, 0, ' 🖋️'],
    ],
    [
      [22, 0, '漢字'],
      [24, 0, '\tjagen'],
      [30, 0, '\n'],
    ],
    [[32, 0, 'Victor']],
    [[34, 1, 'k']],
    [],
    [[38, 0, ' \n']],
  ],
};

describe('a replay', () => {
  let product: Product;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(async () => product.close());

  it('results in the text of the file on all pages, across two kills of the server', async () => {
    const reported: number[] = [];
    const outcome = await replayHistory(product, history, (edits) => reported.push(edits));
    expect(outcome.differences).toEqual([]);
    expect(outcome).toMatchObject({
      edits: history.edits.length,
      restarts: 2,
      stored: { logRows: 0 },
    });
    expect(outcome.stored.snapshot).toBeGreaterThan(0);
    expect(reported.at(-1)).toBe(history.edits.length);
  });

  const one = (...patch: Patch): History => ({
    startContent: 'ab',
    endContent: 'ab',
    edits: [[patch]],
  });
  it.each([
    ['go beyond its text', one(3, 0, 'x'), 'txns[0]: position 3 lies beyond the end'],
    ['result in another text than it states', one(0, 0, 'x'), 'differs from character 0 on'],
  ])('refuses a file whose edits %s', async (_where, wrong, sentence) => {
    await expect(replayHistory(product, wrong)).rejects.toThrow(`the file contradicts itself: `);
    await expect(replayHistory(product, wrong)).rejects.toThrow(sentence);
  });
});

describe('the first difference of two texts', () => {
  it('is reported by its position in code points, with the surrounding text', () => {
    expect(firstDifference('same', 'same')).toBeNull();
    expect(firstDifference('🖋abc', '🖋abd')).toBe(
      'differs from character 3 on (4 characters expected, 4 found): expected "🖋abc", found "🖋abd"',
    );
    expect(firstDifference('ab', 'abc')).toContain(
      'from character 2 on (2 characters expected, 3 found)',
    );
  });
});
