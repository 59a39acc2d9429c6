import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { textOfDoc } from '../content.ts';
import { jsonOf } from '../json.ts';
import { shortDocument } from '../testing/arbitrary-document.ts';
import { anyEdit } from '../testing/arbitrary-edit.ts';
import { cases, edited, exchange, replicasOf, suggested, without, write, written } from '../testing/people.ts';
import { keepSuggested } from './restored.ts';
import { watchSaying } from './saying.ts';

const step = fc.record({
  act: fc.constantFrom('suggest', 'suggest', 'write', 'undo', 'undo', 'redo'),
  edit: anyEdit,
  isKnown: fc.boolean(),
});

test('undo and redo of a reviewer change nothing but suggestions, also among the words that others write', () => {
  const counts = { fine: 0, not: 0 };
  fc.assert(
    fc.property(shortDocument, fc.array(step, { minLength: 3, maxLength: 10 }), (json, steps) => {
      const { ada, cyd } = replicasOf(json, ['ada', 'cyd']);
      const undoing = new Y.UndoManager(textOfDoc(ada), {
        captureTimeout: 0,
        trackedOrigins: new Set([written]),
        deleteFilter: isOwnToDelete,
      });
      const saying = watchSaying(ada);
      const stored = (): string => without(jsonOf(textOfDoc(ada)), 'ada');
      for (const { act, edit, isKnown } of steps) {
        if (act === 'write') {
          write(cyd, (now) => edited(now, edit));
          if (isKnown) exchange([ada, cyd]);
          continue;
        }
        const before = stored();
        if (act === 'suggest') write(ada, (now) => suggested(now, edit, 'ada', ada));
        else {
          const ink = { id: 'again', author: 'ada', at: 2, by: String(ada.clientID) };
          const isFine = keepSuggested(textOfDoc(ada), saying, ink, () => (act === 'undo' ? undoing.undo() : undoing.redo()));
          counts[isFine ? 'fine' : 'not'] += 1;
          if (!isFine && act === 'undo') undoing.redo();
          else if (!isFine) undoing.undo();
        }
        expect(stored(), act).toBe(before);
        if (isKnown) exchange([ada, cyd]);
      }
    }),
    { numRuns: cases(500) },
  );
  expect(counts.fine).toBeGreaterThan(cases(500));
  expect(counts.not).toBeLessThan(counts.fine / 200);
}, 120_000);

/** As the editor has it: what others have written into stays. */
function isOwnToDelete(item: Y.Item): boolean {
  const { content } = item;
  return (
    !(content instanceof Y.ContentType) ||
    !(content.type instanceof Y.XmlElement || content.type instanceof Y.XmlText) ||
    content.type.length === 0
  );
}
