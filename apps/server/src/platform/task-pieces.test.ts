import { expect, test } from 'vitest';
import { joinPieces, sendInPieces, type Part } from './task-pieces.ts';

/** Sends a message through structured clone. Returns what arrives, and the parts. */
async function transfer(
  message: unknown,
): Promise<{ received: unknown[]; parts: Part<unknown>[] }> {
  const received: unknown[] = [];
  const parts: Part<unknown>[] = [];
  const join = joinPieces((each) => received.push(each));
  await sendInPieces((part, sent) => {
    parts.push(part);
    join(structuredClone(part));
    setImmediate(sent);
  }, message);
  return { received, parts };
}

const numbered = (size: number): Uint8Array =>
  Uint8Array.from({ length: size }, (_, i) => (i * 2_654_435_761) >>> 13);

test.each([
  ['a word', 'ready'],
  ['an object', { done: { pid: 1, at: [null, 1] } }],
  ['bytes', { done: numbered(1_000_000), other: new Uint8Array(0) }],
  ['bytes in an object', { done: { state: numbered(262_144), index: numbered(262_145) } }],
  ['bytes in a list', { updates: [numbered(10), numbered(700_000), numbered(300_000)] }],
  ['bytes of the smallest piece', { updates: [numbered(262_143)] }],
  ['bytes deep inside', { done: { given: [numbered(300_000)] } }],
])('%s arrives as it was, once', async (_, message) => {
  const before = structuredClone(message);
  expect((await transfer(message)).received).toEqual([before]);
  expect(message).toEqual(before);
});

test('large bytes are not in one part', async () => {
  const { parts } = await transfer({ updates: [numbered(10), numbered(700_000)] });
  const pieces = parts.flatMap((part) => ('piece' in part ? [part.piece.length] : []));
  expect(pieces).toEqual([262_144, 262_144, 175_712]);
  expect(parts.at(-1)).toMatchObject({ message: { updates: [numbered(10), null] } });
});

test('each part is sent after the previous one', async () => {
  let open = 0;
  const most: number[] = [];
  await sendInPieces(
    (_, sent) => {
      open += 1;
      most.push(open);
      setImmediate(() => {
        open -= 1;
        sent();
      });
    },
    { updates: [numbered(600_000)] },
  );
  expect(most).toEqual([1, 1, 1, 1]);
});
