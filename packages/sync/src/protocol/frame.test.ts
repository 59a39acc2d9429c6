import { toHexString } from 'lib0/buffer';
import { digest } from 'lib0/hash/sha256';
import { encodeUtf8 } from 'lib0/string';
import { describe, expect, test } from 'vitest';
import {
  ackFrame,
  awarenessFrame,
  closeCodes,
  decisionFrame,
  entryFrame,
  frameTypes,
  noticeFrame,
  readClientFrame,
  readServerFrame,
  resumeFrame,
  stateFrame,
  subprotocol,
  syncFrame,
  wholeFrame,
  writeFrame,
} from './frame.ts';
import { noticeFields, noticeOf, type Notice } from './notice.ts';
import { Malformed } from './reader.ts';

const bytes = Uint8Array.of(1, 2, 3);

/** A frame of each type, with numbers of more than one byte. */
const samples: Readonly<Record<keyof typeof frameTypes, readonly Uint8Array[]>> = {
  sync: [syncFrame.step1(bytes), syncFrame.step2(bytes), syncFrame.update(bytes)],
  awareness: [awarenessFrame(bytes)],
  queryAwareness: [Uint8Array.of(frameTypes.queryAwareness)],
  write: [writeFrame(300, bytes)],
  ack: [ackFrame(300)],
  notice: [noticeFrame({ kind: 'renamed', title: 'Tides', by: 'ada' })],
  resume: [resumeFrame(300, 70_000, bytes)],
  state: [stateFrame(300, 70_000, 70_001, [bytes, bytes])],
  entry: [entryFrame(300, [bytes, bytes])],
  whole: [wholeFrame(300, bytes)],
  decision: [decisionFrame(300, { verdict: 'accept', ids: ['a', 'b'] }, bytes)],
};

/** Hash of the wire format by the name of its version. A released version must not change. */
const versions: Readonly<Record<string, string>> = {
  'longhand.1': 'b702c9fcf4766598e1108f358f17a89dc282fb423bd73593ad8c5d863c33d746',
};

test('[WIRE1] a change of the wire format needs a new name of the subprotocol', () => {
  const frames = Object.entries(samples).map(([name, each]) => [
    name,
    each.map((frame) => [...frame]),
  ]);
  const format = JSON.stringify([frameTypes, closeCodes, noticeFields, frames]);
  expect(Object.keys(samples)).toEqual(Object.keys(frameTypes));
  expect(versions[subprotocol], 'name a new version of the subprotocol, with this hash').toBe(
    toHexString(digest(encodeUtf8(format))),
  );
});

describe('notices', () => {
  const notices: readonly Notice[] = [
    { kind: 'role', role: 'editor', right: 'write' },
    { kind: 'renamed', title: '', by: 'ada' },
    { kind: 'comments', threadId: 't', by: 'ada' },
    { kind: 'refused', id: null, reason: 'gap', detail: 'a gap' },
    { kind: 'refused', id: 3, reason: 'gap', detail: 'a gap' },
    { kind: 'archived' },
    { kind: 'deleted' },
    { kind: 'going_away' },
  ];

  test('arrive as they were sent, without fields that they do not have', () => {
    expect(new Set(notices.map(({ kind }) => kind))).toEqual(new Set(Object.keys(noticeFields)));
    for (const notice of notices) {
      expect(readServerFrame(noticeFrame(notice))).toEqual({ type: 'notice', notice });
      expect(noticeOf({ ...notice, more: 1 })).toEqual(notice);
    }
  });

  test('[WIRE2] of unknown kinds, with fields that are missing or of another type, are malformed', () => {
    const wrong: readonly unknown[] = [
      null,
      'archived',
      [],
      {},
      { kind: 'shouted' },
      { kind: 'toString' },
      { kind: '__proto__' },
      { kind: ['archived'] },
      { kind: 'role', role: 'editor' },
      { kind: 'role', role: 'editor', right: 'admin' },
      { kind: 'renamed', title: 7, by: 'ada' },
      { kind: 'refused', id: 1.5, reason: 'gap', detail: '' },
      { kind: 'refused', id: '3', reason: 'gap', detail: '' },
    ];
    for (const value of wrong)
      expect(() => readServerFrame(noticeFrame(value as Notice)), JSON.stringify(value)).toThrow(
        Malformed,
      );
  });
});

test('[WIRE2] frames of unknown types and with bytes after their end are malformed', () => {
  const unknown = [Uint8Array.of(2), Uint8Array.of(108, 1), Uint8Array.of(0, 3, 0)];
  for (const frame of unknown) {
    expect(() => readClientFrame(frame)).toThrow(Malformed);
    expect(() => readServerFrame(frame)).toThrow(Malformed);
  }
  expect(() => readClientFrame(Uint8Array.of(...writeFrame(1, bytes), 0))).toThrow(Malformed);
  expect(() => readServerFrame(Uint8Array.of(...ackFrame(1), 0))).toThrow(Malformed);
});
