import { beforeAll, expect, test } from 'vitest';
import { root } from '../steps/programs.mjs';
import { accessesIn, internalsOf } from './internals.mjs';

let internals;
beforeAll(() => {
  internals = internalsOf(root);
});

const accesses = (source) => accessesIn(source, 'planted.ts', internals).map(({ what }) => what);

test('the internals of ProseMirror are found in the installed libraries', () => {
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
    'a named type',
    'type Inner = { domObserver: object }; const inner = view as unknown as Inner;',
    ['domObserver'],
  ],
  ['bracket notation', `const seen = view['docView'];`, ['docView']],
  ['reflection', `const seen = Reflect.get(view, 'docView');`, ['docView']],
  ['the in operator', `const isThere = 'pmViewDesc' in dom;`, ['pmViewDesc']],
])('refuses access to an internal of ProseMirror through %s', (_name, source, found) => {
  expect(accesses(source)).toEqual(expect.arrayContaining(found));
});

test.each([
  [
    'access to the struct store',
    `import * as Y from 'yjs'; const all = doc.store.clients.get(1);`,
    ['store'],
  ],
  [
    'pending structs',
    `import * as Y from 'yjs'; const isWhole = store.pendingStructs === null;`,
    ['pendingStructs'],
  ],
  ['an internal export', `import * as Y from 'yjs'; Y.findIndexSS(structs, 1);`, ['Y.findIndexSS']],
  [
    'an internal type',
    `import type * as Y from 'yjs'; type A = Y.AbstractStruct;`,
    ['Y.AbstractStruct'],
  ],
  ['a named import', `import { tryGc } from 'yjs';`, ['Y.tryGc']],
])('refuses an internal of Yjs: %s', (_name, source, found) => {
  expect(accesses(source)).toEqual(found);
});

test('allows documented library members, and own values with the same names', () => {
  const source = `import * as Y from 'yjs';
    const clock = Y.getState(doc.store, 1);
    const item = Y.getItem(doc.store, Y.createID(1, 2));
    const { input } = value as { input?: string };
    view.dispatch(view.state.tr);
    const options = form.input;`;
  expect(accesses(source)).toEqual([]);
});
