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

describe('a recorded history', () => {
  it('is read from JSON and from gzip alike', () => {
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

  it('says which file is not there', async () => {
    const path = join(import.meta.dirname, 'nobody-wrote-this.json');
    await expect(readHistory(path)).rejects.toThrow(`${path} cannot be read`);
  });

  const wrong: [string, Uint8Array, string][] = [
    ['text that is not JSON', bytesOf('abc'), 'neither gzip nor JSON'],
    ['bytes that are not text', Uint8Array.of(0xff, 0xfe, 0x00), 'neither gzip nor UTF-8'],
    [
      'gzip that ends too soon',
      gzipSync(bytesOf(recorded)).subarray(0, 30),
      'begins like gzip and cannot be unpacked',
    ],
    ['a list', bytesOf([]), 'not an object'],
    ['no transactions', bytesOf({ ...recorded, txns: undefined }), 'txns is not a list'],
    ['no start', bytesOf({ ...recorded, startContent: 1 }), 'startContent is not a text'],
    [
      'a transaction without patches',
      bytesOf({ ...recorded, txns: [{}] }),
      'txns[0].patches is not a list',
    ],
    [
      'a patch of two',
      bytesOf({ ...recorded, txns: [{ patches: [[0, 1]] }] }),
      'txns[0].patches[0] is not [position',
    ],
    [
      'a place before the start',
      bytesOf({ ...recorded, txns: [{ patches: [[-1, 0, '']] }] }),
      'txns[0].patches[0][0], the position',
    ],
    [
      'half a deletion',
      bytesOf({ ...recorded, txns: [{ patches: [[0, 0.5, '']] }] }),
      'txns[0].patches[0][1], what is deleted',
    ],
    [
      'half a character',
      bytesOf({ ...recorded, endContent: '\ud83d' }),
      'endContent holds half of a character',
    ],
  ];
  it.each(wrong)('is not %s', (_what, bytes, sentence) => {
    expect(() => parseHistory(bytes)).toThrow(UnreadableHistory);
    expect(() => parseHistory(bytes)).toThrow(sentence);
  });
});
