import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseHistory, readHistory, UnreadableHistory } from './history.ts';

const recorded = {
  startContent: 'ab',
  endContent: 'a🖋',
  txns: [
    {
      timestamp: '2020-01-01T00:00:00Z',
      patches: [
        [1, 1, '🖋'],
        [2, 0, ''],
      ],
    },
    { patches: [] },
  ],
};

function bytesOf(value: unknown): Uint8Array {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));
}

describe('a recorded editing history', () => {
  it('is read from JSON and from gzip', () => {
    const expected = {
      startContent: 'ab',
      endContent: 'a🖋',
      edits: [
        [
          [1, 1, '🖋'],
          [2, 0, ''],
        ],
        [],
      ],
    };
    expect(parseHistory(bytesOf(recorded))).toEqual(expected);
    expect(parseHistory(gzipSync(bytesOf(recorded)))).toEqual(expected);
  });

  it('names a missing file in the error', async () => {
    const path = join(import.meta.dirname, 'nobody-wrote-this.json');
    await expect(readHistory(path)).rejects.toThrow(`${path} cannot be read`);
  });

  const wrong: [string, Uint8Array, string][] = [
    ['text that is not JSON', bytesOf('abc'), 'neither gzip nor JSON'],
    ['bytes that are not text', Uint8Array.of(0xff, 0xfe, 0x00), 'neither gzip nor UTF-8'],
    [
      'truncated gzip',
      gzipSync(bytesOf(recorded)).subarray(0, 30),
      'begins like gzip and cannot be unpacked',
    ],
    ['a list instead of an object', bytesOf([]), 'not an object'],
    ['no transactions', bytesOf({ ...recorded, txns: undefined }), 'txns is not a list'],
    [
      'a number as the start text',
      bytesOf({ ...recorded, startContent: 1 }),
      'startContent is not a text',
    ],
    [
      'a transaction without patches',
      bytesOf({ ...recorded, txns: [{}] }),
      'txns[0].patches is not a list',
    ],
    [
      'a patch with two elements',
      bytesOf({ ...recorded, txns: [{ patches: [[0, 1]] }] }),
      'txns[0].patches[0] is not [position',
    ],
    [
      'a negative position',
      bytesOf({ ...recorded, txns: [{ patches: [[-1, 0, '']] }] }),
      'txns[0].patches[0][0], the position',
    ],
    [
      'a fractional number of deleted characters',
      bytesOf({ ...recorded, txns: [{ patches: [[0, 0.5, '']] }] }),
      'txns[0].patches[0][1], what is deleted',
    ],
    [
      'a lone surrogate',
      bytesOf({ ...recorded, endContent: '\ud83d' }),
      'endContent holds half of a character',
    ],
  ];
  it.each(wrong)('is refused as invalid: %s', (_what, bytes, sentence) => {
    expect(() => parseHistory(bytes)).toThrow(UnreadableHistory);
    expect(() => parseHistory(bytes)).toThrow(sentence);
  });
});
