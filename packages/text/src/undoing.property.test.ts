import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Replica } from './replica.ts';
import { anyAct } from './testing/acts.ts';
import { anyDocument } from './testing/documents.ts';
import { Editor } from './testing/editor.ts';
import { testGrammar } from './testing/schema.ts';
import { Mapping, StepMap } from '@tiptap/pm/transform';
import type { Node } from '@tiptap/pm/model';

/** Number of cases: 200 times the environment variable `CASES`. */
const trials = { numRuns: Math.ceil(200 * Number(process.env['CASES'] ?? 1)) };

function begin(doc: Node): [Editor, Editor] {
  const first = new Replica(new Y.Doc(), testGrammar, 1000);
  first.write(
    { after: doc, mapping: new Mapping([new StepMap([0, 2, doc.content.size])]) },
    { kind: 'edit' },
  );
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(first.doc));
  return [new Editor(first), new Editor(new Replica(copy, testGrammar, 2000))];
}

test('undo and redo of a user’s own changes restore the document exactly, with suggestions of other users', () => {
  let changed = 0;
  const acts = fc.array(fc.record({ act: anyAct, suggests: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  });
  fc.assert(
    fc.property(
      anyDocument,
      acts,
      fc.array(anyAct, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      (doc, others, own, suggests) => {
        const [ada, ben] = begin(doc);
        others.forEach(({ act, suggests: isSuggested }, i) => {
          ada.do(
            act,
            isSuggested ? { kind: 'suggestion', id: `a${i}`, by: 'ada', at: 1 } : { kind: 'edit' },
          );
        });
        ben.hear(ada);
        const before = ben.state.doc.toJSON() as unknown;
        let count = 0;
        own.forEach((act, i) => {
          const tr = ben.do(
            act,
            suggests ? { kind: 'suggestion', id: `b${i}`, by: 'ben', at: 1 } : { kind: 'edit' },
          );
          if (tr !== null) count += 1;
        });
        const after = ben.state.doc.toJSON() as unknown;
        if (JSON.stringify(after) !== JSON.stringify(before)) changed += 1;
        for (let i = 0; i < count; i += 1)
          ben.undo(
            'undo',
            suggests ? { kind: 'suggestion', id: 'u', by: 'ben', at: 1 } : { kind: 'edit' },
          );
        expect(ben.state.doc.toJSON(), 'undone').toEqual(before);
        for (let i = 0; i < count; i += 1)
          ben.undo(
            'redo',
            suggests ? { kind: 'suggestion', id: 'u', by: 'ben', at: 1 } : { kind: 'edit' },
          );
        expect(ben.state.doc.toJSON(), 'done again').toEqual(after);
      },
    ),
    trials,
  );
  expect(changed).toBeGreaterThan(trials.numRuns / 2);
});
