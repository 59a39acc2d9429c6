import type { Node } from '@tiptap/pm/model';
import { Mapping, StepMap } from '@tiptap/pm/transform';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import type { IdRange } from './ids.ts';
import { Replica } from './replica.ts';
import { anyAct, isStructural, type Act } from './testing/acts.ts';
import { anyDocument } from './testing/documents.ts';
import { Editor } from './testing/editor.ts';
import { testGrammar } from './testing/schema.ts';
import { Sight } from './testing/sight.ts';

/** How many cases each property is tried on: 200, or as many times that as the environment variable `CASES` says. */
const trials = { numRuns: Math.ceil(200 * Number(process.env['CASES'] ?? 1)) };

/** The number of the person who may only suggest. The others edit, suggest and decide. */
const reviewer = 2;

type Choice = { readonly verdict: 'accept' | 'reject'; readonly which: number; readonly by: 'all' | 'person' | 'one' | 'part' };
type Turn = {
  readonly who: number;
  readonly act: Act;
  readonly suggests: boolean;
  readonly hears: number;
  readonly decides: Choice | null;
  readonly undoes: 'undo' | 'redo' | null;
};

const turn: fc.Arbitrary<Turn> = fc.record({
  who: fc.integer({ min: 0, max: 2 }),
  act: anyAct,
  undoes: fc.option(fc.constantFrom('undo' as const, 'redo' as const), { freq: 4 }),
  suggests: fc.boolean(),
  hears: fc.integer({ min: 0, max: 5 }),
  decides: fc.option(
    fc.record({
      verdict: fc.constantFrom('accept' as const, 'reject' as const),
      which: fc.integer({ min: 0, max: 50 }),
      by: fc.constantFrom('all' as const, 'person' as const, 'one' as const, 'part' as const),
    }),
    { freq: 4 },
  ),
});

function begin(doc: Node): Editor[] {
  const first = new Replica(new Y.Doc(), testGrammar, 1000);
  first.write({ after: doc, mapping: new Mapping([new StepMap([0, 2, doc.content.size])]) }, { kind: 'edit' });
  const update = Y.encodeStateAsUpdate(first.doc);
  return [0, 1, 2].map((i) => {
    const copy = new Y.Doc();
    Y.applyUpdate(copy, update);
    return new Editor(new Replica(copy, testGrammar, 2000 + 2 * i));
  });
}

function exchange(editors: readonly Editor[]): void {
  for (let round = 0; round < 4; round += 1)
    for (const one of editors) for (const other of editors) if (one !== other) one.hear(other);
}

/** Decides about some of the suggestions that are there. */
function decide(editor: Editor, { verdict, which, by }: Choice): void {
  const { replica } = editor;
  const { records } = replica.reading;
  const all = [...records.abouts.keys()];
  const one = all[which % Math.max(1, all.length)];
  if (one === undefined) return;
  const ids = by === 'all' ? all : by === 'person' ? all.filter((id) => records.abouts.get(id)?.by === String(which % 3)) : [one];
  const units = by === 'part' ? { units: everySecond(replica) } : {};
  const before = new Sight(replica);
  editor.decide({ verdict, ids, ...units });
  const after = new Sight(replica);
  if (verdict === 'reject') expect(after.original, 'rejecting changes nothing of the text').toBe(before.original);
  else expect(after.whole, 'accepting makes what is suggested').toBe(before.whole);
  if (by !== 'all') return;
  expect(after.shown, 'nothing is left of what was decided').toBe(verdict === 'reject' ? before.original : before.whole);
  expect(JSON.stringify(replica.rendering.doc.toJSON())).not.toMatch(
    /"(insertion|deletion|modification)":"|"type":"(insertion|deletion|modification)"/,
  );
}

/** Every second letter of the text. */
function everySecond(replica: Replica): IdRange[] {
  const pieces = replica.reading.blocks.flatMap((block) => block.pieces);
  return pieces.flatMap(({ client, clock, length }) =>
    Array.from({ length }, (_, i) => [client, clock + i, 1] as const).filter(([, unit]) => unit % 2 === 0),
  );
}

let counter = 0;
let acts = 0;

// The soak adds them up.
afterAll(() => {
  if (process.env['CASES'] !== undefined) console.info(`${acts} acts`);
});

/** Takes back what a person did. A reviewer takes back suggestions alone. */
function undo(editor: Editor, kind: 'undo' | 'redo', who: number): void {
  const suggests = who === reviewer;
  const before = new Sight(editor.replica);
  editor.undo(kind, suggests ? { kind: 'suggestion', id: 'undo', by: String(who), at: 1 } : { kind: 'edit' });
  const after = new Sight(editor.replica);
  if (suggests) expect(after.original, 'a suggestion is taken back').toBe(before.original);
  expect(after.text).toBe(after.stored);
  editor.state.doc.check();
}

function take(editor: Editor, { who, act, suggests: wants, decides, undoes }: Turn): void {
  acts += 1;
  const suggests = wants || who === reviewer;
  if (decides !== null && who !== reviewer) decide(editor, decides);
  const { replica } = editor;
  if (undoes !== null) undo(editor, undoes, who);
  const before = new Sight(replica);
  counter += 1;
  const ink = suggests
    ? ({ kind: 'suggestion', id: `${who}.${counter}`, by: String(who), at: 1 } as const)
    : ({ kind: 'edit' } as const);
  const tr = editor.do(act, ink);
  if (tr === null) return;
  const after = new Sight(replica);
  if (suggests) expect(after.original, 'a suggestion leaves the text as it is').toBe(before.original);
  else expect(after.shown, 'the document shows what was done').toBe(Sight.of(tr.doc));
  if (!suggests && isStructural(act)) expect(after.letters, 'no letter was written anew').toEqual(before.letters);
  expect(after.text, 'each letter is shown once, in order').toBe(after.stored);
  expect(editor.state.doc.toJSON(), 'the editor shows what is stored').toEqual(replica.rendering.doc.toJSON());
  editor.state.doc.check();
  // A drag and a change of type may bring a letter again that is suggested to be deleted; it is the one that was there.
  const isAgain = act.kind === 'drag' || (act.kind === 'command' && ['code', 'paragraph', 'heading'].includes(act.name));
  if (!isAgain) expect(after.accepted, 'accepting gives what the author saw').toBe(Sight.accepted(tr));
}

test('three people do anything: what they see is what is stored, replicas become equal, letters stay, suggestions leave the text alone', () => {
  fc.assert(
    fc.property(anyDocument, fc.array(turn, { minLength: 1, maxLength: 14 }), (doc, turns) => {
      const editors = begin(doc);
      expect(Sight.of(editors[0]!.state.doc)).toBe(Sight.of(doc));
      for (const each of turns) {
        const editor = editors[each.who] as Editor;
        take(editor, each);
        if (each.hears < 3 && each.hears !== each.who) editor.hear(editors[each.hears] as Editor);
        expect(editor.isWhole(), 'reading what changed is reading all').toBe(true);
      }
      exchange(editors);
      const sights = editors.map(({ replica }) => new Sight(replica));
      for (const sight of sights) {
        expect(sight.shown).toBe(sights[0]?.shown);
        expect(sight.text).toBe(sight.stored);
      }
      for (const { state } of editors) state.doc.check();
    }),
    trials,
  );
});

test('what a person undoes alone is as it was before, also suggestions of other people in it', () => {
  const acts = fc.array(fc.record({ act: anyAct, suggests: fc.boolean() }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      anyDocument,
      acts,
      fc.array(anyAct, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      (doc, others, own, suggests) => {
        const [ada, ben] = begin(doc) as [Editor, Editor];
        others.forEach(({ act, suggests: isSuggested }, i) => {
          ada.do(act, isSuggested ? { kind: 'suggestion', id: `a${i}`, by: 'ada', at: 1 } : { kind: 'edit' });
        });
        ben.hear(ada);
        const before = ben.state.doc.toJSON() as unknown;
        let count = 0;
        own.forEach((act, i) => {
          const tr = ben.do(act, suggests ? { kind: 'suggestion', id: `b${i}`, by: 'ben', at: 1 } : { kind: 'edit' });
          if (tr !== null) count += 1;
        });
        const after = ben.state.doc.toJSON() as unknown;
        for (let i = 0; i < count; i += 1)
          ben.undo('undo', suggests ? { kind: 'suggestion', id: 'u', by: 'ben', at: 1 } : { kind: 'edit' });
        expect(ben.state.doc.toJSON(), 'undone').toEqual(before);
        for (let i = 0; i < count; i += 1)
          ben.undo('redo', suggests ? { kind: 'suggestion', id: 'u', by: 'ben', at: 1 } : { kind: 'edit' });
        expect(ben.state.doc.toJSON(), 'done again').toEqual(after);
      },
    ),
    trials,
  );
});
