import { beforeAll, expect, test } from 'vitest';
import { root } from '../steps/programs.mjs';
import { accessesIn, internalsOf } from './internals.mjs';

let internals;
beforeAll(() => {
  internals = internalsOf(root);
});

const accesses = (source) => accessesIn(source, 'planted.ts', internals).map(({ what }) => what);

test('internals of the editor are found in what the libraries bring', () => {
  for (const name of ['docView', 'domObserver', 'input', 'pmViewDesc'])
    expect(internals.has(name), name).toBe(true);
  for (const name of ['state', 'dispatch', 'nodeDOM', 'pasteText'])
    expect(internals.has(name), name).toBe(false);
});

test.each([
  [
    'a cast',
    'const isPlain = (view as { input?: { shiftKey?: boolean } }).input?.shiftKey;',
    ['input'],
  ],
  [
    'a cast of a cast',
    'const { docView } = editor.view as unknown as { docView: object };',
    ['docView', 'docView'],
  ],
  [
    'a type with a name',
    'type Inner = { domObserver: object }; const inner = view as unknown as Inner;',
    ['domObserver'],
  ],
  ['a word in brackets', `const seen = view['docView'];`, ['docView']],
  ['reflection', `const seen = Reflect.get(view, 'docView');`, ['docView']],
  ['a question', `const isThere = 'pmViewDesc' in dom;`, ['pmViewDesc']],
])('an internal of ProseMirror is refused, reached by %s', (_name, source, found) => {
  expect(accesses(source)).toEqual(expect.arrayContaining(found));
});

test.each([
  [
    'an item by its list',
    `import * as Y from 'yjs'; const all = doc.store.clients.get(1);`,
    ['store'],
  ],
  [
    'what waits',
    `import * as Y from 'yjs'; const isWhole = store.pendingStructs === null;`,
    ['pendingStructs'],
  ],
  [
    'an export for its own use',
    `import * as Y from 'yjs'; Y.findIndexSS(structs, 1);`,
    ['Y.findIndexSS'],
  ],
  [
    'a type for its own use',
    `import type * as Y from 'yjs'; type A = Y.AbstractStruct;`,
    ['Y.AbstractStruct'],
  ],
  ['an import by name', `import { tryGc } from 'yjs';`, ['Y.tryGc']],
])('an internal of Yjs is refused: %s', (_name, source, found) => {
  expect(accesses(source)).toEqual(found);
});

test('what the libraries document is not refused, nor our own values with such names', () => {
  const source = `import * as Y from 'yjs';
    const clock = Y.getState(doc.store, 1);
    const item = Y.getItem(doc.store, Y.createID(1, 2));
    const { input } = value as { input?: string };
    view.dispatch(view.state.tr);
    const options = form.input;`;
  expect(accesses(source)).toEqual([]);
});
