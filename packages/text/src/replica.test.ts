import { Slice } from '@tiptap/pm/model';
import type { Transaction } from '@tiptap/pm/state';
import { ReplaceAroundStep } from '@tiptap/pm/transform';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { overrideKey } from './reading.ts';
import { Replica } from './replica.ts';
import { change, edit, node, replicaOf, shown, suggestion, text } from './replica.testing.ts';
import type { WriteMode } from './unit-writer.ts';
import { testGrammar, testSchema } from './testing/schema.ts';

test('a new document is one empty paragraph', () => {
  const replica = new Replica(new Y.Doc(), testGrammar);
  expect(shown(replica)).toBe('doc(paragraph)');
});

test('a first paragraph without a marker gets one when a block is inserted before it', () => {
  const replica = new Replica(new Y.Doc(), testGrammar, 100);
  change(replica, edit, (tr) => tr.insertText('The dog.', 1));
  change(replica, edit, (tr) => tr.split(9).insertText('Second', 11));
  change(replica, edit, (tr) => tr.delete(10, 18).insert(0, node('paragraph', 'Second')));
  expect(shown(replica)).toBe('doc(paragraph("Second"), paragraph("The dog."))');
});

test('a paragraph that lost its marker after an image gets one when the image is deleted, also as a suggestion', () => {
  for (const mode of [edit, suggestion('s1')]) {
    const replica = replicaOf(node('paragraph', 'Title'), node('image'), node('paragraph', 'Text'));
    // Another user joined the paragraph with the preceding one, while the image was inserted there.
    const { text: units } = replica.roots;
    replica.doc.transact(() => units.delete(units.length - 5, 1));
    expect(shown(replica)).toBe('doc(paragraph("Title"), image, paragraph("Text"))');
    change(replica, mode, (tr) => tr.delete(7, 8));
    expect(replica.view('accepted').toString()).toBe('doc(paragraph("Title"), paragraph("Text"))');
    if (mode !== edit)
      expect(replica.view('original').toString()).toBe(
        'doc(paragraph("Title"), image, paragraph("Text"))',
      );
  }
});

test('every kind of node is stored and restored', () => {
  const cells = (type: string, ...words: string[]) =>
    node('tableRow', ...words.map((word) => node(type, node('paragraph', word))));
  const content = [
    testSchema.node('heading', { level: 2 }, [text('Title', 'bold'), text(' goes on')]),
    node(
      'bulletList',
      node(
        'listItem',
        node('paragraph', 'one'),
        node('orderedList', node('listItem', node('paragraph', 'two'))),
      ),
      node('listItem', node('paragraph')),
    ),
    node('taskList', testSchema.node('taskItem', { checked: true }, [node('paragraph', 'done')])),
    testSchema.node('callout', { tone: 'tip' }, [node('blockquote', node('paragraph', 'deep'))]),
    testSchema.node('codeBlock', { language: 'js' }, [text('a\nb')]),
    node(
      'paragraph',
      'a',
      testSchema.node('hardBreak'),
      'b',
      testSchema.node('mention', { id: 'u1' }),
    ),
    testSchema.node('image', { src: 'x.png' }),
    node(
      'columns',
      node('column', node('paragraph', 'left')),
      node('column', node('paragraph', 'right'), node('divider')),
    ),
    node('table', cells('tableHeader', 'A', 'B'), cells('tableCell', 'c', 'd')),
  ];
  const replica = replicaOf(...content);
  const doc = testSchema.node('doc', null, content);
  doc.check();
  expect(replica.rendering.doc.toJSON()).toEqual(doc.toJSON());
  const other = new Y.Doc();
  Y.applyUpdate(other, Y.encodeStateAsUpdate(replica.doc));
  expect(new Replica(other, testGrammar).rendering.doc.toJSON()).toEqual(doc.toJSON());
});

test('a split inserts one marker, and a join deletes it', () => {
  const replica = replicaOf(node('paragraph', 'Hello world'));
  let bytes = 0;
  replica.doc.on('update', (update: Uint8Array) => (bytes += update.length));
  change(replica, edit, (tr) => tr.split(6));
  expect(shown(replica)).toBe('doc(paragraph("Hello"), paragraph(" world"))');
  expect(bytes).toBeLessThan(30);
  change(replica, edit, (tr) => tr.join(7));
  expect(shown(replica)).toBe('doc(paragraph("Hello world"))');
});

test('text typed during a concurrent split, join, wrap or type change stays once, where it was typed', () => {
  const acts: ((tr: Transaction) => unknown)[] = [
    (tr) => tr.split(4),
    (tr) => tr.setBlockType(0, 5, testSchema.nodes['heading']!, { level: 2 }),
    (tr) => tr.wrap(tr.doc.resolve(1).blockRange()!, [{ type: testSchema.nodes['blockquote']! }]),
    (tr) =>
      tr.wrap(tr.doc.resolve(1).blockRange()!, [
        { type: testSchema.nodes['bulletList']! },
        { type: testSchema.nodes['listItem']! },
      ]),
    (tr) => tr.join(13),
  ];
  for (const act of acts) {
    const one = replicaOf(node('paragraph', 'Hello world'), node('paragraph', 'and more'));
    const doc = new Y.Doc();
    Y.applyUpdate(doc, Y.encodeStateAsUpdate(one.doc));
    const other = new Replica(doc, testGrammar, 200);
    change(one, edit, act);
    change(other, edit, (tr) => tr.insertText('X', 9));
    Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc));
    Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(one.doc));
    expect(shown(one)).toBe(shown(other));
    expect(one.rendering.doc.textContent).toBe('Hello woXrldand more');
  }
});

test('a concurrently inserted row and column add only the cell at their crossing', () => {
  const row = (...words: string[]) =>
    node('tableRow', ...words.map((word) => node('tableCell', node('paragraph', word))));
  const one = replicaOf(node('table', row('a', 'b'), row('c', 'd')));
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(one.doc));
  const other = new Replica(doc, testGrammar, 200);
  change(one, edit, (tr) => tr.insert(tr.doc.content.size - 1, row('e', 'f')));
  change(other, edit, (tr) => {
    const cell = node('tableCell', node('paragraph', 'x'));
    tr.insert(tr.mapping.map(7), cell);
    tr.insert(tr.mapping.map(19), cell);
  });
  Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc));
  Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(one.doc));
  expect(shown(one)).toBe(shown(other));
  one.rendering.doc.check();
  expect(one.rendering.doc.firstChild?.toString()).toBe(
    node('table', row('a', 'x', 'b'), row('c', 'x', 'd'), row('e', '', 'f')).toString(),
  );
});

test('units restored by undo resolve to the original units, also repeatedly', () => {
  const replica = replicaOf(node('paragraph', 'alpha beta'), node('paragraph', 'gamma'));
  const [first] = replica.reading.blocks;
  const letter = first?.pieces[0];
  if (letter === undefined) throw new Error('no letters');
  const unit = [letter.client, letter.clock + 7] as const;
  expect(replica.indexOf(unit)).toBe(7);
  replica.closeStep();
  change(replica, edit, (tr) => tr.delete(7, 11));
  expect(replica.indexOf(unit)).toBeNull();
  for (let i = 0; i < 3; i += 1) {
    replica.undo('undo', edit);
    expect(shown(replica)).toBe('doc(paragraph("alpha beta"), paragraph("gamma"))');
    expect(replica.indexOf(unit)).toBe(7);
    replica.undo('redo', edit);
    expect(replica.indexOf(unit)).toBeNull();
  }
  replica.undo('undo', edit);
  const pieces = replica.reading.blocks.flatMap((block) => block.pieces);
  const origins = replica.reading.records.originsOf(
    pieces.map(({ client, clock, length }) => [client, clock, length] as const),
  );
  expect(
    origins.every(([client, clock]) => client === letter.client && clock < letter.clock + 40),
  ).toBe(true);
  expect(replica.reading.entries).toHaveLength(1);
});

test('positions convert to unit numbers and back, in blocks, leaves and containers', () => {
  const replica = replicaOf(
    node('paragraph', 'ab'),
    node(
      'bulletList',
      node('listItem', node('paragraph', 'c')),
      node('listItem', node('paragraph')),
    ),
    testSchema.node('image', { src: 'x.png' }),
    node('paragraph', 'd', testSchema.node('mention', { id: 'u1' })),
  );
  const { doc } = replica.rendering;
  const positions: number[] = [];
  doc.descendants((each, pos) => {
    if (each.isTextblock)
      for (let i = 0; i <= each.content.size; i += 1) positions.push(pos + 1 + i);
    return !each.isTextblock;
  });
  expect(positions.map((pos) => replica.positionOf(replica.unitsAt(pos)))).toEqual(positions);
  expect(positions.map((pos) => replica.unitsAt(pos))).toEqual([0, 1, 2, 3, 4, 5, 7, 8, 9]);
});

test('typing in a long list renders only its own item again', () => {
  const items = Array.from({ length: 2000 }, (_, i) =>
    node('listItem', node('paragraph', `item ${i}`)),
  );
  const replica = replicaOf(node('bulletList', ...items));
  const { lines } = replica.rendering;
  const at = lines[1000]?.pos ?? 0;
  const back = change(replica, edit, (tr) => tr.insertText('x', at + 1));
  expect(replica.rendering.lines[1000]?.node.textContent).toBe('xitem 1000');
  expect(back(at + 2)).toBe(at + 2);
  expect(back(3)).toBe(3);
  expect(back((lines[1999]?.pos ?? 0) + 2)).toBe((lines[1999]?.pos ?? 0) + 2);
  const same = replica.rendering.lines.filter((line, i) => line.node === lines[i]?.node);
  expect(same).toHaveLength(1999);
});

test('a replica has a step to undo after a local change, and a step to redo until the next one', () => {
  const { doc } = replicaOf(node('paragraph', 'alpha'));
  const replica = new Replica(doc, testGrammar, 200);
  const steps = (): boolean[] => [replica.hasStep('undo'), replica.hasStep('redo')];
  const write = () => change(replica, edit, (tr) => tr.insertText('x', 1));
  expect(steps()).toEqual([false, false]);
  write();
  expect(steps()).toEqual([true, false]);
  replica.undo('undo', edit);
  expect(steps()).toEqual([false, true]);
  replica.undo('redo', edit);
  expect(steps()).toEqual([true, false]);
  replica.undo('undo', edit);
  write();
  expect(steps()).toEqual([true, false]);
});

test.each<[string, WriteMode]>([
  ['an edit', edit],
  ['a suggestion', suggestion('s')],
])('undo and redo of %s return the position of inserted or removed units', (_, mode) => {
  const replica = replicaOf(node('paragraph', 'alpha beta'), node('paragraph', 'gamma'));
  const positionsAfter = (act: (tr: Transaction) => unknown): (number | null)[] => {
    replica.closeStep();
    change(replica, mode, act);
    return (['undo', 'redo', 'undo'] as const).map((kind) => {
      replica.undo(kind, mode);
      return replica.undone;
    });
  };
  expect(positionsAfter((tr) => tr.split(4))).toEqual([4, 6, 4]);
  expect(positionsAfter((tr) => tr.insertText('new', 7))).toEqual([7, 10, 7]);
  // A suggested deletion removes nothing.
  expect(positionsAfter((tr) => tr.delete(3, 8))).toEqual(
    mode.kind === 'edit' ? [8, 3, 8] : [null, null, null],
  );
  // A first block gets a marker with its kind, which neither splits nor joins.
  expect(
    positionsAfter((tr) => tr.setBlockType(1, 1, testSchema.nodes['heading']!, { level: 2 })),
  ).toEqual([null, null, null]);
  expect(positionsAfter((tr) => tr.addMark(1, 6, testSchema.mark('bold')))).toEqual([
    null,
    null,
    null,
  ]);
});

test('missing cells of a table stay missing while two users add rows, and only these rows are added', () => {
  const row = (...words: string[]) =>
    node('tableRow', ...words.map((word) => node('tableCell', node('paragraph', word))));
  const one = replicaOf(node('table', row('a', 'b'), row('c', 'd')));
  const doc = new Y.Doc();
  Y.applyUpdate(doc, Y.encodeStateAsUpdate(one.doc));
  const other = new Replica(doc, testGrammar, 200);
  const exchange = () => {
    Y.applyUpdate(one.doc, Y.encodeStateAsUpdate(other.doc));
    Y.applyUpdate(other.doc, Y.encodeStateAsUpdate(one.doc));
    expect(shown(one)).toBe(shown(other));
  };
  change(one, edit, (tr) => tr.insert(tr.doc.content.size - 1, row('e', 'f')));
  change(other, edit, (tr) => {
    const cell = node('tableCell', node('paragraph', 'x'));
    tr.insert(tr.mapping.map(7), cell);
    tr.insert(tr.mapping.map(19), cell);
  });
  exchange();
  for (let i = 0; i < 3; i += 1) {
    change(one, edit, (tr) => tr.insert(1, row('1', '2', '3')));
    change(other, edit, (tr) => tr.insert(tr.doc.content.size - 1, row('4', '5', '6')));
    exchange();
  }
  const table = one.rendering.doc.firstChild;
  expect(table?.children.map(({ childCount }) => childCount)).toEqual(
    Array.from({ length: 9 }, () => 3),
  );
  expect(table?.textContent).toBe(`${'123'.repeat(3)}axbcxdef${'456'.repeat(3)}`);
});

test('blocks can be lifted out of an item that is rendered as another kind', () => {
  for (const mode of [edit, suggestion('s1')]) {
    const item = node('listItem', node('paragraph', 'one'), node('paragraph', 'two'));
    const replica = replicaOf(node('bulletList', item), node('paragraph', 'End'));
    const [list, stored] = replica.rendering.lines[0]!.containers;
    // Another user converted the list to tasks while this one converted it to bullets.
    replica.roots.containers.set(overrideKey(stored!, 'kind'), 'taskItem');
    expect(replica.rendering.lines[0]!.containers).toEqual([list, null]);
    const end = replica.rendering.doc.firstChild!.nodeSize;
    change(replica, mode, (tr) =>
      tr.step(new ReplaceAroundStep(0, end, 2, end - 2, Slice.empty, 0)),
    );
    expect(replica.view('accepted').toString()).toBe(
      'doc(paragraph("one"), paragraph("two"), paragraph("End"))',
    );
  }
});

test('containers in a cycle are rendered once, and typing in them changes nothing else', () => {
  const item = (words: string) => node('listItem', node('paragraph', words));
  const replica = replicaOf(
    node('bulletList', item('one'), item('two')),
    node('paragraph', 'three'),
  );
  const [list, first] = replica.rendering.lines[0]!.containers;
  // Two users, each of whom moves one into the other.
  replica.roots.containers.set(overrideKey(list!, 'in'), first!);
  const before = shown(replica);
  expect(replica.rendering.lines.map(({ containers }) => containers[0])).toEqual([
    list,
    list,
    undefined,
  ]);
  change(replica, edit, (tr) => tr.insertText('x', 6));
  expect(shown(replica)).toBe(before.replace('one', 'onex'));
});
