import type { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NodeJson } from '../json.ts';
import { fitsSchema } from '../schema.ts';
import { anyDocument, shortDocument } from '../testing/arbitrary-document.ts';
import { anyEdit, everyAct, perform, type Edit } from '../testing/arbitrary-edit.ts';
import { cases, decided, edited, jsonOfNode, key, nodeOf, suggested, without } from '../testing/people.ts';
import { suggestionsOf, type Suggestion } from './list.ts';
import { withoutSuggestions } from './without.ts';

/** What is suggested by one edit: rejecting it leaves what was there, accepting it makes what was wanted. False where the edit does nothing. */
function suggestOnce(json: NodeJson, edit: Edit): boolean {
  const doc = nodeOf(json);
  const wanted = doc.childCount > 0 ? perform(doc, edit) : null;
  const written = wanted && suggested(doc, edit, 'ada');
  if (!written) return false;
  expect(without(jsonOfNode(written))).toBe(key(doc));
  expect(key(decided(written, 'reject'))).toBe(key(doc));
  expect(key(decided(written, 'accept'))).toBe(key(wanted.doc));
  expect(looseNewlines(wanted.doc)).toEqual([]);
  return true;
}

test('what somebody suggests leaves the text as it was, and accepting it makes of it what they wanted', () => {
  let tried = 0;
  const documents = fc.oneof({ weight: 5, arbitrary: shortDocument }, { weight: 1, arbitrary: anyDocument });
  fc.assert(
    fc.property(documents, anyEdit, (json, edit) => {
      if (suggestOnce(json, edit)) tried += 1;
    }),
    { numRuns: cases(1_500) },
  );
  expect(tried).toBeGreaterThan(cases(300));
}, 300_000);

const words = (text: string): NodeJson => ({ type: 'text', text });
const line = (...content: NodeJson[]): NodeJson => ({ type: 'paragraph', content });
const row = (type: string, ...texts: string[]): NodeJson => ({
  type: 'tableRow',
  content: texts.map((text) => ({ type, content: [line(words(text))] })),
});
const item = (...content: NodeJson[]): NodeJson => ({ type: 'listItem', content });

/** Documents in which everything can be done somewhere. */
const suited: readonly NodeJson[] = [
  [
    {
      type: 'table',
      content: [row('tableHeader', 'a', 'b', 'c'), row('tableCell', 'd', 'e', 'f'), row('tableCell', 'g', 'h', 'i')],
    },
    line(words('after')),
  ],
  [
    {
      type: 'bulletList',
      content: [item(line(words('one'))), item(line(words('two')), line(words('more'))), item(line(words('three')))],
    },
    line(words('after')),
  ],
  [
    { type: 'heading', attrs: { level: 2 }, content: [words('A heading')] },
    line(words('before '), { type: 'inlineFormula', attrs: { source: 'x' } }, words(' between '), {
      type: 'footnote',
      attrs: { text: 'y' },
    }),
    { type: 'image', attrs: { src: 'https://example.org/a.png' } },
    { type: 'formula', attrs: { source: 'z' } },
    { type: 'blockquote', content: [line(words('said')), line(words('again'))] },
    line(words('the end')),
  ],
].map((content) => ({ type: 'doc', content }));

test.each(everyAct)('%s, as a suggestion, is tried where it can be done', (act) => {
  let done = 0;
  const places = fc.record({
    act: fc.constant(act),
    from: fc.integer({ min: 0, max: 1000 }),
    length: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1000 })),
    word: fc.constantFrom('a', 'two words'),
  });
  fc.assert(
    fc.property(fc.constantFrom(...suited), places, (json, edit) => {
      if (suggestOnce(json, edit)) done += 1;
    }),
    { numRuns: cases(600) },
  );
  expect(done).toBeGreaterThan(0);
});

/** Lines of text that is not code with a newline among their letters. */
function looseNewlines(doc: Node): string[] {
  const found: string[] = [];
  doc.descendants((block) => {
    if (block.isTextblock && block.type.spec.code !== true && block.textContent.includes('\n')) found.push(block.textContent);
  });
  return found;
}

type Turn =
  { readonly who: 'ada' | 'ben' | 'cyd'; readonly edit: Edit } | { readonly decide: 'accept' | 'reject'; readonly pick: number };

const turn: fc.Arbitrary<Turn> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ who: fc.constantFrom('ada' as const, 'ben' as const), edit: anyEdit }) },
  { weight: 2, arbitrary: fc.record({ who: fc.constant('cyd' as const), edit: anyEdit }) },
  { weight: 1, arbitrary: fc.record({ decide: fc.constantFrom('accept' as const, 'reject' as const), pick: fc.nat(100) }) },
);

/** Plays what two who suggest and one who edits do in turn, and looks after each turn at what is promised. Answers what was done how often. */
function play(json: NodeJson, turns: readonly Turn[]): { suggested: number; edited: number; decided: number } {
  let doc = nodeOf(json);
  const did = { suggested: 0, edited: 0, decided: 0 };
  for (const each of turns) {
    const next = 'decide' in each ? decide(doc, each) : each.who === 'cyd' ? edited(doc, each.edit) : propose(doc, each);
    if (next === null) continue;
    did['decide' in each ? 'decided' : each.who === 'cyd' ? 'edited' : 'suggested'] += 1;
    next.check();
    expect(looseNewlines(next), 'newlines that are no line breaks').toEqual([]);
    const rejected = withoutSuggestions(jsonOfNode(next), () => true);
    // Where somebody deleted what a suggestion stood beside, the schema may ask for a paragraph more.
    if (fitsSchema(rejected)) expect(key(decided(next, 'reject')), 'rejected as document and as JSON').toBe(key(rejected));
    expect(looseNewlines(decided(next, 'accept')), 'newlines that are no line breaks, all accepted').toEqual([]);
    doc = next;
  }
  return did;
}

function propose(doc: Node, { who, edit }: { who: 'ada' | 'ben' | 'cyd'; edit: Edit }): Node | null {
  const next = suggested(doc, edit, who);
  if (next === null) return null;
  expect(without(jsonOfNode(next)), 'what is there').toBe(without(jsonOfNode(doc)));
  expect(without(jsonOfNode(next), who), 'what others suggest').toBe(without(jsonOfNode(doc), who));
  return next;
}

function decide(doc: Node, { decide: verdict, pick }: { decide: 'accept' | 'reject'; pick: number }): Node | null {
  const all = suggestionsOf(doc);
  const one = all[pick % Math.max(all.length, 1)];
  if (one === undefined) return null;
  const next = decided(doc, verdict, ({ id }) => id === one.id);
  if (all.every((other) => other === one || !isNear(doc, one, other)))
    expect(key(decided(next, verdict)), 'one, then the rest').toBe(key(decided(doc, verdict)));
  return next;
}

/** Whether two suggestions are about the same text. What is about blocks is about all that stands in the block of the document. */
function isNear(doc: Node, one: Suggestion, other: Suggestion): boolean {
  const [a, b] = [reach(doc, one), reach(doc, other)];
  return a.from <= b.to && b.from <= a.to;
}

function reach(doc: Node, { from, to, spots }: Suggestion): { from: number; to: number } {
  if (spots.every(({ kind }) => kind === 'insertion' || kind === 'deletion' || kind === 'format')) return { from, to };
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  const start = $from.depth > 0 ? $from.before(1) : from;
  // A join reaches into the block before it.
  return { from: Math.max(start - 2, 0), to: $to.depth > 0 ? $to.after(1) : to };
}

test('among three people nothing that is there changes by suggesting, and decisions do not depend on their order', () => {
  const did = { suggested: 0, edited: 0, decided: 0 };
  const add = (json: NodeJson, turns: readonly Turn[]): void => {
    const more = play(json, turns);
    for (const what of ['suggested', 'edited', 'decided'] as const) did[what] += more[what];
  };
  fc.assert(fc.property(shortDocument, fc.array(turn, { minLength: 1, maxLength: 8 }), add), { numRuns: cases(2_500) });
  expect(did.suggested).toBeGreaterThan(cases(2_500));
  expect(did.edited).toBeGreaterThan(cases(1_200));
  expect(did.decided).toBeGreaterThan(cases(400));
}, 300_000);

const paragraph = (text?: string): NodeJson => ({
  type: 'paragraph',
  ...(text !== undefined && { content: [{ type: 'text', text }] }),
});
const edit = (act: Edit['act'], from: number, length = 0, word = 'a'): Edit => ({ act, from, length, word });

test('a paragraph whose end is only suggested, put into something, still ends there when all is accepted', () => {
  let doc = nodeOf({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'one two' }] }] });
  const ada = (act: Edit['act'], from: number, length = 0): void => {
    doc = suggested(doc, { act, from, length, word: 'a' }, 'ada') ?? doc;
  };
  ada('enter', 500);
  ada('remove', 130, 220);
  ada('callout', 200);
  expect(doc.firstChild?.type.name === 'callout' || doc.childCount > 1).toBe(true);
  expect(decided(doc, 'accept').textContent).not.toContain('¶');
  expect(key(decided(doc, 'reject'))).toBe(
    key(nodeOf({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'one two' }] }] })),
  );
});

test.each<[string, NodeJson[], Turn[]]>([
  [
    'a paragraph of one’s own into which somebody else wrote is not one’s own any more',
    [paragraph()],
    [
      { who: 'cyd', edit: edit('rule', 0) },
      { who: 'ben', edit: edit('type', 0) },
      { who: 'cyd', edit: edit('type', 0) },
      { who: 'ben', edit: edit('heading', 0) },
    ],
  ],
  [
    'a list whose first paragraph somebody deletes beside a suggested one',
    [
      { type: 'blockquote', content: [paragraph()] },
      { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph(), paragraph('one ')] }] },
    ],
    [
      { who: 'ada', edit: edit('type', 157) },
      { who: 'cyd', edit: edit('heading', 500) },
      { who: 'ada', edit: edit('enter', 148, 383) },
      { who: 'cyd', edit: edit('type', 0, 310) },
    ],
  ],
  [
    'words in a paragraph that somebody else wants joined with the one after it',
    [paragraph(), { type: 'bulletList', content: [{ type: 'listItem', content: [paragraph('one ')] }] }],
    [
      { who: 'ben', edit: edit('rule', 292, 125) },
      { who: 'ada', edit: edit('type', 0, 225) },
      { who: 'ben', edit: edit('type', 116, 218) },
      { decide: 'accept', pick: 0 },
    ],
  ],
  [
    'a block in the place of one’s own that somebody else put into a toggle',
    [paragraph('x'), { type: 'paragraph', content: [{ type: 'footnote', attrs: { text: 'a note' } }] }],
    [
      { who: 'ben', edit: edit('type', 567, 234) },
      { who: 'cyd', edit: edit('toggle', 538) },
      { who: 'ben', edit: edit('columns', 604) },
    ],
  ],
])('%s', (_, content, turns) => {
  const { suggested: made } = play({ type: 'doc', content }, turns);
  expect(made).toBeGreaterThan(0);
});
