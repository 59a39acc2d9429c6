import { rootsOf } from '@longhand/text';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import * as Y from 'yjs';
import { play, seatWriters } from './play.ts';
import { openRoom, type SheetRoom } from './room.ts';
import { scripts } from './scripts.ts';
import { opening } from './sheet-text.ts';
import { blocksIn } from './sheet-blocks.ts';

/** Creates a controlled clock. */
function createTime() {
  const waiting: { due: number; run: () => void }[] = [];
  let now = 0;
  return {
    after(milliseconds: number, run: () => void): () => void {
      const one = { due: now + milliseconds, run };
      waiting.push(one);
      return () => void waiting.splice(waiting.indexOf(one), 1);
    },
    pass(milliseconds: number): void {
      const until = now + milliseconds;
      for (;;) {
        const next = waiting.toSorted((one, other) => one.due - other.due)[0];
        if (next === undefined || next.due > until) break;
        waiting.splice(waiting.indexOf(next), 1);
        now = next.due;
        next.run();
      }
      now = until;
    },
  };
}

function start(mayGoOn = () => true) {
  const room = openRoom();
  const time = createTime();
  const seen = { ended: false };
  const stop = play(seatWriters(room), {
    after: time.after,
    mayGoOn,
    ended: () => (seen.ended = true),
  });
  onTestFinished(() => {
    stop();
    room.close();
  });
  return { room, time, seen };
}

const textIn = (doc: Y.Doc): Y.Text => rootsOf(doc).text;
const wordsOf = (doc: Y.Doc): string[] => blocksIn(textIn(doc)).map(({ words }) => words);

/** Moves the visitor's caret to a text index, as the editor does. */
function stand({ visitor }: SheetRoom, index: number | null): void {
  const at =
    index === null
      ? null
      : Y.relativePositionToJSON(
          Y.createRelativePositionFromTypeIndex(textIn(visitor.doc), index, -1),
        );
  visitor.awareness.setLocalStateField('cursor', at && { anchor: at, head: at });
}

/** Long enough for both scripts with any number of waits (ms). */
const long = 120_000;

test('both writers complete their scripts, all three documents are the same, and the play ends', () => {
  const { room, time, seen } = start();
  time.pass(long);
  const { before, selected, after, removed, added, end } = opening.first;
  expect(wordsOf(room.visitor.doc)).toEqual([
    opening.title,
    `${before}${selected}${after}${removed}${added}${end} Today six people write it.`,
    'The opinions have grown too, and so has the table where we discuss them. Readers can join us every Monday.',
    'In this issue: two reports, an interview and your letters.',
  ]);
  expect([wordsOf(room.ines.doc), wordsOf(room.tomas.doc)]).toEqual([
    wordsOf(room.visitor.doc),
    wordsOf(room.visitor.doc),
  ]);
  expect(seen.ended).toBe(true);
});

test('the writers do not type in the block with the visitor’s caret, and continue after the visitor has left', () => {
  const { room, time, seen } = start();
  stand(room, (blocksIn(textIn(room.visitor.doc))[2]?.start ?? 0) + 3);
  time.pass(long);
  expect(wordsOf(room.visitor.doc)[2]).toBe(opening.second);
  expect(seen.ended).toBe(false);
  stand(room, null);
  time.pass(long);
  expect(wordsOf(room.visitor.doc)[2]).toContain('Readers can join us every Monday.');
});

test('pausing stops both writers', () => {
  const paused = { is: true };
  const { room, time } = start(() => !paused.is);
  time.pass(long);
  expect(wordsOf(room.visitor.doc)).toHaveLength(3);
  paused.is = false;
  time.pass(long);
  expect(wordsOf(room.visitor.doc)).toHaveLength(4);
});

test('the play ends when the visitor deletes everything', () => {
  const { room, time, seen } = start();
  time.pass(4_000);
  textIn(room.visitor.doc).delete(0, textIn(room.visitor.doc).length);
  time.pass(long);
  expect([wordsOf(room.visitor.doc), seen.ended]).toEqual([[], true]);
});

/**
 * One action of the visitor: types a word, deletes some characters, removes a block, or removes the
 * caret.
 */
const deed = fc.oneof(
  fc.record({ does: fc.constant('type' as const), block: fc.nat(4), at: fc.nat(80) }),
  fc.record({ does: fc.constant('delete' as const), block: fc.nat(4), at: fc.nat(80) }),
  fc.record({ does: fc.constant('remove' as const), block: fc.nat(4), at: fc.constant(0) }),
  fc.record({ does: fc.constant('leave' as const), block: fc.constant(0), at: fc.constant(0) }),
);

test('after random edits of the visitor, their letters are unchanged and all three documents are the same', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3_000), deed), { maxLength: 25 }), (deeds) => {
      const room = openRoom();
      const time = createTime();
      const stop = play(seatWriters(room), {
        after: time.after,
        mayGoOn: () => true,
        ended: () => undefined,
      });
      for (const [wait, { does, block, at }] of deeds) {
        time.pass(wait);
        const text = textIn(room.visitor.doc);
        const found = blocksIn(text)[block];
        if (does === 'leave') stand(room, null);
        if (does === 'leave' || found === undefined) continue;
        const index = Math.min(found.start + at, found.end);
        if (does === 'remove') text.delete(found.start - 1, found.end - found.start + 1);
        else if (does === 'type') {
          text.insert(index, '⟦');
          stand(room, index + 1);
        } else text.delete(index, Math.min(3, found.end - index));
      }
      const marks = () => wordsOf(room.visitor.doc).join('').split('⟦').length;
      const before = marks();
      stand(room, null);
      time.pass(long);
      expect(marks()).toBe(before);
      expect(wordsOf(room.ines.doc)).toEqual(wordsOf(room.visitor.doc));
      expect(wordsOf(room.tomas.doc)).toEqual(wordsOf(room.visitor.doc));
      stop();
      room.close();
    }),
    { numRuns: 60 },
  );
});

test('the scripts end within a minute', () => {
  const { time, seen } = start();
  time.pass(60_000);
  expect([seen.ended, Object.keys(scripts)]).toEqual([true, ['tomas', 'ines']]);
});
