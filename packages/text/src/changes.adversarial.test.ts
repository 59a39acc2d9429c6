import type { Node } from '@tiptap/pm/model';
import { expect, test, vi } from 'vitest';
import * as Y from 'yjs';
import { Reading, rootsOf } from './reading.ts';
import { shownMax } from './sweep.ts';
import { render } from './renderer.ts';
import { testGrammar } from './testing/schema.ts';

const client = 100;

/** A suggested change about units of the document: each range is a clock and a length. */
type Change = {
  readonly id: string;
  readonly units: readonly (readonly [clock: number, length: number])[];
  readonly set: object;
};

/** Renders a document of these blocks, each of a marker and text, with suggested changes. */
function shown(blocks: readonly string[], changes: readonly Change[]): Node {
  const doc = new Y.Doc();
  doc.clientID = client;
  const { text, suggestions } = rootsOf(doc);
  doc.transact(() => {
    text.applyDelta(
      blocks.flatMap((words) => [
        { insert: new Y.Map() },
        { insert: words, attributes: { bold: {} } },
      ]),
    );
    suggestions.push(
      [...new Set(changes.map(({ id }) => id))].map((id) => ({
        kind: 'about',
        id,
        by: 'a',
        at: 1,
      })),
    );
    suggestions.push(
      changes.map(({ id, units, set }) => ({
        kind: 'change',
        id,
        units: units.map(([clock, length]) => [client, clock, length]),
        set,
      })),
    );
  });
  return render(new Reading(rootsOf(doc), testGrammar), testGrammar).doc;
}

/** Returns the values of the changes that are shown: of blocks, and of pieces of text. */
function shownOn(doc: Node): { readonly blocks: unknown[]; readonly pieces: unknown[] } {
  const [blocks, pieces]: [unknown[], unknown[]] = [[], []];
  doc.descendants(({ attrs, isText, marks }) => {
    if (!isText) blocks.push(attrs['modification']);
    for (const { type, attrs: values } of marks)
      if (type.name === 'modification') pieces.push(values['set']);
  });
  return { blocks, pieces };
}

const times = <T>(count: number, made: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => made(i));
const large = (name: string): object => ({ [`a.${name}`]: 'x'.repeat(16_000) });
const words = times(50, () => 'word');
// Each unit has a range of its own, so that the text is read in as many pieces.
const each = times(50 * 7, (i) => [i, 1] as const);

test('the values of a change in many blocks and pieces of text are serialized once for all of them', () => {
  const made = vi.spyOn(JSON, 'stringify');
  const doc = shown(words, [{ id: 's', units: each, set: large('x') }]);
  // The values of the change are longer than all else that is written as JSON here. They are
  // written once more to find their size.
  const sizes = made.mock.results.map(({ value }) => String(value).length);
  made.mockRestore();
  expect(sizes.filter((size) => size > 10_000)).toHaveLength(2);
  const { blocks, pieces } = shownOn(doc);
  expect([new Set(blocks).size, new Set(pieces).size]).toEqual([1, 1]);
  expect(pieces).toHaveLength(50);
});

test('many small changes of the same units are all rendered, and share their values', () => {
  const changes = times(shownMax.count, (i) => ({
    id: `${i}`,
    units: each,
    set: { 'm.bold': {} },
  }));
  const { blocks, pieces } = shownOn(shown(words, changes));
  expect(blocks).toHaveLength(50);
  expect(new Set(blocks).size).toBe(1);
  expect(JSON.parse(String(blocks[0]))).toHaveLength(shownMax.count);
  expect(pieces).toHaveLength(50 * shownMax.count);
});

test('the size of overlapping changes of a suggestion is bounded', () => {
  const units = 200;
  // Clock 0 is the marker, and clock 1 the format.
  const wide = [[0, units + 2]] as const;
  const changes = [
    ...times(units, (i) => ({ id: 's', units: [[i + 2, 1]] as const, set: { [`a.${i}`]: 1 } })),
    ...times(99, (i) => ({ id: 's', units: wide, set: large(`${i}`) })),
  ];
  const { pieces } = shownOn(shown(['x'.repeat(units)], changes));
  expect(pieces.length).toBe(units);
  const sizes = [...new Set(pieces)].map((set) => String(set).length);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(shownMax.size);
});
