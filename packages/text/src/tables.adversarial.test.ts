import { EditorState } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { Replica } from './replica.ts';
import { rootsOf } from './reading.ts';
import { testGrammar } from './testing/schema.ts';

type Cell = { readonly column?: string; readonly colspan?: number; readonly rowspan?: number };

/** Stores a table with these cells in its rows. Each cell has a paragraph with one letter. */
function tableOf(rows: readonly (readonly Cell[])[]): Y.Doc {
  const doc = new Y.Doc();
  // Units of odd clients are suggestions.
  doc.clientID = 2;
  const { text, containers } = rootsOf(doc);
  doc.transact(() => {
    containers.set('t', { kind: 'table' });
    const words = rows.flatMap((cells, r) => {
      containers.set(`r${r}`, { kind: 'tableRow', in: 't' });
      return cells.flatMap(({ column, colspan = 1, rowspan = 1 }, c) => {
        const id = `c${r}.${c}`;
        containers.set(id, {
          kind: 'tableCell',
          in: `r${r}`,
          ...(column !== undefined && { column }),
          'a.colspan': colspan,
          'a.rowspan': rowspan,
        });
        const marker = new Y.Map(Object.entries({ kind: 'paragraph', in: id }));
        return [{ insert: marker }, { insert: 'x' }];
      });
    });
    text.applyDelta(words);
  });
  return doc;
}

const times = <T>(count: number, made: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => made(i));
const single = (count: number): Cell[][] => times(count, () => [{}]);

const shapes: Readonly<Record<string, readonly (readonly Cell[])[]>> = {
  'one row of wide cells over many short rows': [
    times(1_000, () => ({ colspan: 100 })),
    ...single(1_000),
  ],
  'rows that share no column': [
    times(2_000, (i) => ({ column: `x${i}` })),
    ...times(2_000, (i) => [{ column: `y${i}` }]),
  ],
  'cells that span all rows and many columns': [
    times(20, () => ({ colspan: 100, rowspan: 100 })),
    ...single(99),
  ],
  'one row of very many columns': [times(20_000, (i) => ({ column: `x${i}` }))],
  'two rows of very many columns in different orders, one of them without one': [
    times(8_000, (i) => ({ column: `x${i}` })),
    times(7_999, (i) => ({ column: `x${(i + 4_000) % 8_000}` })),
  ],
};

test.each(Object.keys(shapes))(
  'a table with %s is rendered with a size proportional to its stored cells',
  (name) => {
    const rows = shapes[name] ?? [];
    const stored = rows.flat().length;
    const doc = tableOf(rows);
    const { doc: shown } = new Replica(doc, testGrammar, 10).rendering;
    shown.check();
    // A stored cell has five to seven positions, also in a row of its own; a missing one four.
    expect(shown.nodeSize).toBeLessThan(30 * stored + 1_000);
    expect(shown.textContent).toHaveLength(stored);
  },
);

test('a small table gets a limited number of missing cells', () => {
  const one = [[{ colspan: 100 }], ...single(9)];
  const { doc: shown } = new Replica(tableOf(one), testGrammar, 10).rendering;
  expect(shown.nodeSize).toBeLessThan(400);
});

test('a large table that is almost complete is rendered unchanged', () => {
  const rows = [[{ colspan: 10 }], ...times(3_000, (r) => times(r === 1_500 ? 9 : 10, () => ({})))];
  const { doc: shown } = new Replica(tableOf(rows), testGrammar, 10).rendering;
  expect(shown.firstChild?.childCount).toBe(3_001);
  expect(shown.firstChild?.child(1_501).childCount).toBe(10);
});

test('typing in and next to a table that is too large to be completed loses no content', () => {
  const doc = tableOf([times(300, () => ({ colspan: 100 })), ...single(100)]);
  const replica = new Replica(doc, testGrammar, 10);
  const write = (act: (tr: EditorState['tr']) => unknown): void => {
    const tr = EditorState.create({ doc: replica.rendering.doc }).tr;
    act(tr);
    replica.write({ after: tr.doc, mapping: tr.mapping }, { kind: 'edit' });
    expect(replica.rendering.doc.toJSON()).toEqual(tr.doc.toJSON());
  };
  write((tr) => tr.insertText('y', 4));
  write((tr) => tr.insert(tr.doc.content.size, testGrammar.paragraph.create()));
  write((tr) => tr.insert(0, testGrammar.paragraph.create()));
  write((tr) => tr.delete(3, 3 + tr.doc.child(1).child(0).nodeSize));
  expect(replica.rendering.doc.textContent).toBe('x'.repeat(399));
  const again = new Y.Doc();
  Y.applyUpdate(again, Y.encodeStateAsUpdate(doc));
  expect(new Replica(again, testGrammar, 11).rendering.doc.toJSON()).toEqual(
    replica.rendering.doc.toJSON(),
  );
});
