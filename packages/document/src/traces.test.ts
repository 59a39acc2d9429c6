import fc from 'fast-check';
import { expect, test } from 'vitest';
import type * as Y from 'yjs';
import { textOfDoc } from './content.ts';
import { anyDocument } from './testing/arbitrary-document.ts';
import { anyEdit } from './testing/arbitrary-edit.ts';
import { cases, decided, exchange, replicasOf, suggested, write } from './testing/people.ts';
import { doc, p, sharedDoc } from './testDocuments.ts';
import { outcomesOf, tracesIn } from './traces.ts';

/** Decides about what stands in `of`, and answers what was sent of it. */
function decide(of: Y.Doc, verdict: 'accept' | 'reject'): Uint8Array[] {
  const sent: Uint8Array[] = [];
  const hear = (update: Uint8Array): void => void sent.push(update);
  of.on('update', hear);
  write(of, (now) => decided(now, verdict));
  of.off('update', hear);
  return sent;
}

test.each(['accept', 'reject'] as const)('what a decision to %s leaves behind tells what it was, and who took it', (verdict) => {
  let [told, wrong] = [0, 0];
  fc.assert(
    fc.property(anyDocument, anyEdit, (json, edit) => {
      const { ada, ben } = replicasOf(json, ['ada', 'ben']);
      if (write(ada, (now) => suggested(now, edit, 'ada', ada)) === null) return;
      exchange([ada, ben]);
      const before = tracesIn(textOfDoc(ben)).suggestions;
      const sent = decide(ben, verdict);
      exchange([ada, ben]);
      const left = new Set(tracesIn(textOfDoc(ada)).suggestions.map(({ id }) => id));
      for (const trace of before.filter(({ id }) => !left.has(id))) {
        const [ended] = outcomesOf(ada, [trace], sent);
        expect(ended?.index).not.toBeNull();
        const outcome = ended?.outcome ?? null;
        if (outcome === null) continue;
        told += 1;
        if (outcome !== `${verdict}ed`) wrong += 1;
      }
    }),
    { numRuns: cases(150), endOnFailure: true },
  );
  // Of the same letters beside each other the binding may keep others than were meant: then it cannot be right.
  expect(told).toBeGreaterThan(20);
  expect(wrong / told).toBeLessThan(0.03);
});

test('formats and blocks are traced as far as they can be', () => {
  const { ada, ben } = replicasOf(doc(p('one two')), ['ada', 'ben']);
  write(ada, (now) => suggested(now, { act: 'bold', from: 0, length: 1000, word: 'x' } as never, 'ada', ada));
  exchange([ada, ben]);
  const [trace] = tracesIn(textOfDoc(ben)).suggestions;
  expect(trace).toMatchObject({ author: 'ada', kind: 'add', format: 'bold' });
  decide(ben, 'accept');
  expect(trace && outcomesOf(ben, [trace], [])).toEqual([{ outcome: 'accepted', index: null }]);
});

test('people are named where they stand, documents are not people, and the words around tell a place from another', () => {
  const mention = (id: string, of = 'person') => ({ type: 'mention', attrs: { of, id, name: 'Ben' } });
  const named = sharedDoc(
    doc(p('ask ', mention('b')), p('ask ', mention('b')), p('see ', mention('d', 'document')), p('tell ', mention('b'))),
  );
  const { mentions } = tracesIn(textOfDoc(named));
  expect(mentions.map(({ userId }) => userId)).toEqual(['b', 'b', 'b']);
  expect(new Set(mentions.map(({ context }) => context)).size).toBe(2);
  expect(new Set(mentions.map(({ unit }) => unit.clock)).size).toBe(3);
});
