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
  recoveryFrame,
  resumeFrame,
  stateFrame,
  subprotocol,
  syncFrame,
  timingFrame,
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
  notice: [noticeFrame({ kind: 'role', role: 'editor', right: 'write' })],
  resume: [resumeFrame(300, 70_000, bytes)],
  state: [stateFrame(300, 70_000, 70_001, [bytes, bytes])],
  entry: [entryFrame(300, [bytes, bytes])],
  whole: [wholeFrame(300, bytes)],
  decision: [decisionFrame(300, { verdict: 'accept', ids: ['a', 'b'] }, bytes)],
  recovery: [recoveryFrame(300, 70_000, bytes)],
  timing: [timingFrame(300, 0, 70_000)],
};

/**
 * Hash of the wire format by the name of its version, with the kinds of notices that it had at
 * first. A released version must not change; kinds may be added.
 */
const versions: Readonly<
  Record<string, { hash: string; notices: readonly (keyof typeof noticeFields)[] }>
> = {
  'longhand.5': {
    hash: '061a15bc4bedf72e19c659a1b5430844f3fe7fb08210de5de6c04bd4131de456',
    notices: ['role', 'refused', 'timing', 'going_away'],
  },
};

test('[WIRE1] a change of the wire format requires a new subprotocol name', () => {
  const frames = Object.entries(samples).map(([name, each]) => [
    name,
    each.map((frame) => [...frame]),
  ]);
  const version = versions[subprotocol];
  const fields = version?.notices.map((kind) => [kind, noticeFields[kind]]) ?? [];
  const format = JSON.stringify([frameTypes, closeCodes, Object.fromEntries(fields), frames]);
  expect(Object.keys(samples)).toEqual(Object.keys(frameTypes));
  expect(version?.hash, 'name a new version of the subprotocol, with this hash').toBe(
    toHexString(digest(encodeUtf8(format))),
  );
});

test.each([[''], ['\u0000'], ['\ud800'], ['x'.repeat(65)]])(
  'a decision about the id %j is malformed',
  (bad) => {
    const frame = (...ids: string[]) =>
      decisionFrame(1, { verdict: 'accept', ids }, new Uint8Array());
    expect(readClientFrame(frame('a', 'b')).type).toBe('decision');
    expect(() => readClientFrame(frame('a', bad))).toThrow(Malformed);
  },
);

describe('notices', () => {
  const notices: readonly Notice[] = [
    { kind: 'role', role: 'editor', right: 'write' },
    { kind: 'refused', id: null, reason: 'gap', detail: 'a gap' },
    { kind: 'refused', id: 3, reason: 'gap', detail: 'a gap' },
    { kind: 'timing', id: 3 },
    { kind: 'going_away' },
  ];

  test('are read as they were written, without unknown fields', () => {
    expect(new Set(notices.map(({ kind }) => kind))).toEqual(new Set(Object.keys(noticeFields)));
    for (const notice of notices) {
      expect(readServerFrame(noticeFrame(notice))).toEqual({ type: 'notice', notice });
      expect(noticeOf({ ...notice, more: 1 })).toEqual(notice);
    }
  });

  test('[WIRE3] of an unknown kind are read as such, whatever their fields', () => {
    for (const value of [{ kind: 'shouted' }, { kind: 'toString', id: 1 }, { kind: '__proto__' }])
      expect(readServerFrame(noticeFrame(value as unknown as Notice))).toEqual({
        type: 'unknown_notice',
      });
  });

  test('[WIRE2] without a kind or with missing or mistyped fields are malformed', () => {
    const wrong: readonly unknown[] = [
      null,
      'going_away',
      [],
      {},
      { kind: ['going_away'] },
      { kind: 'role', role: 'editor' },
      { kind: 'role', role: 'editor', right: 'admin' },
      { kind: 'role', role: 7, right: 'write' },
      { kind: 'refused', reason: 'gap', detail: '' },
      { kind: 'refused', id: 1.5, reason: 'gap', detail: '' },
      { kind: 'refused', id: '3', reason: 'gap', detail: '' },
      { kind: 'timing', id: null },
    ];
    for (const value of wrong)
      expect(() => readServerFrame(noticeFrame(value as Notice)), JSON.stringify(value)).toThrow(
        Malformed,
      );
  });
});

test('[WIRE2] frames of an unknown type or with trailing bytes are malformed', () => {
  const unknown = [Uint8Array.of(2), Uint8Array.of(108, 1), Uint8Array.of(0, 3, 0)];
  for (const frame of unknown) {
    expect(() => readClientFrame(frame)).toThrow(Malformed);
    expect(() => readServerFrame(frame)).toThrow(Malformed);
  }
  expect(() => readClientFrame(Uint8Array.of(...writeFrame(1, bytes), 0))).toThrow(Malformed);
  expect(() => readServerFrame(Uint8Array.of(...ackFrame(1), 0))).toThrow(Malformed);
});
