import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as Y from 'yjs';
import { textOfDoc } from '../content.ts';
import type { NodeJson } from '../json.ts';
import { shortDocument } from '../testing/arbitrary-document.ts';
import { anyEdit } from '../testing/arbitrary-edit.ts';
import { cases, edited, exchange, replicasOf, suggested, write } from '../testing/people.ts';
import { createMeasure } from './measure.ts';

const line = (text: string): NodeJson => ({ type: 'text', text });
const p = (text: string): NodeJson => ({ type: 'paragraph', content: [line(text)] });
const story: NodeJson = {
  type: 'doc',
  content: [
    p('One morning'),
    { type: 'paragraph' },
    { type: 'bulletList', content: [{ type: 'listItem', content: [p('it rained.')] }] },
    { type: 'codeBlock', content: [line('let it = rain')] },
  ],
};
/** Those who wrote the document: whoever began it, and Ada. */
const others = [100, 101];
const stamp = JSON.stringify({ id: 'mine', author: 'ben', at: 1 });
const inserted = { 'insertion--mineAAAA': { id: 'mine', author: 'ben', at: 1, by: null, split: null } };

/** Whether the server lets Ben, who may only suggest, do something to a document that others wrote. */
function isAllowed(change: (root: Y.XmlFragment) => void, json = story): boolean {
  const { ben } = replicasOf(json, ['ada', 'ben']);
  const before = Y.encodeStateAsUpdate(ben);
  ben.transact(() => change(textOfDoc(ben)));
  const update = Y.encodeStateAsUpdate(ben, Y.encodeStateVectorFromUpdate(before));
  return createMeasure([before]).allows(update, 'ben', others);
}

function element(root: Y.XmlFragment, ...path: number[]): Y.XmlElement {
  return path.reduce<unknown>((at, i) => (at as Y.XmlFragment).get(i), root) as Y.XmlElement;
}

function text(root: Y.XmlFragment, ...path: number[]): Y.XmlText {
  return element(root, ...path) as unknown as Y.XmlText;
}

function block(name: string, ...children: (Y.XmlElement | Y.XmlText)[]): Y.XmlElement {
  const made = new Y.XmlElement(name);
  made.insert(0, children);
  return made;
}

describe('a reviewer’s own client cannot replace what others wrote by the same words', () => {
  test.each<[string, (root: Y.XmlFragment) => void]>([
    [
      'all blocks',
      (root) => {
        const copies = root.toArray().map((child) => (child as Y.XmlElement).clone());
        root.delete(0, root.length);
        root.insert(0, copies);
      },
    ],
    [
      'one paragraph',
      (root) => {
        root.delete(0, 1);
        root.insert(0, [block('paragraph', new Y.XmlText('One morning'))]);
      },
    ],
    [
      'an empty paragraph',
      (root) => {
        root.delete(1, 1);
        root.insert(1, [block('paragraph')]);
      },
    ],
    [
      'a text in its paragraph',
      (root) => {
        element(root, 0).delete(0, 1);
        element(root, 0).insert(0, [new Y.XmlText('One morning')]);
      },
    ],
    [
      'a single letter',
      (root) => {
        text(root, 0, 0).delete(4, 1);
        text(root, 0, 0).insert(4, 'm');
      },
    ],
    [
      'the end of a line, without anything in it',
      (root) => {
        text(root, 0, 0).delete(4, 7);
        element(root, 0).insert(1, [new Y.XmlText('morning')]);
      },
    ],
    [
      'what stands inside a list',
      (root) => {
        element(root, 2, 0).delete(0, 1);
        element(root, 2, 0).insert(0, [block('paragraph', new Y.XmlText('it rained.'))]);
      },
    ],
    [
      'letters that were made a suggestion first',
      (root) => {
        text(root, 0, 0).format(4, 1, inserted);
        text(root, 0, 0).delete(4, 1);
        text(root, 0, 0).insert(4, 'm', { 'insertion--mineAAAA': null });
      },
    ],
    [
      'the middle of a line, beside a thing that is suggested elsewhere in it',
      (root) => {
        const mention = block('mention');
        mention.setAttribute('insertion', stamp);
        text(root, 0, 0).delete(4, 3);
        text(root, 0, 0).insert(4, 'mor');
        element(root, 0).insert(1, [mention]);
      },
    ],
  ])('%s', (_, change) => {
    expect(isAllowed(change)).toBe(false);
  });

  test('at any place, in any document', () => {
    let tried = 0;
    fc.assert(
      fc.property(shortDocument, fc.nat(1_000), fc.nat(1_000), fc.nat(5), (json, pick, at, length) => {
        const { ben } = replicasOf(json, ['ada', 'ben']);
        const lines: Y.XmlText[] = [];
        const visit = (node: Y.XmlFragment): void =>
          node.toArray().forEach((child) => {
            if (child instanceof Y.XmlText) lines.push(child);
            else if (child instanceof Y.XmlElement) visit(child);
          });
        visit(textOfDoc(ben));
        const shared = lines[pick % Math.max(lines.length, 1)];
        const run = (shared?.toDelta() as { insert: string; attributes?: object }[] | undefined)?.[0];
        if (shared === undefined || run === undefined || shared.length === 0) return;
        const from = at % run.insert.length;
        const to = Math.min(from + 1 + length, run.insert.length);
        const before = Y.encodeStateAsUpdate(ben);
        ben.transact(() => {
          shared.delete(from, to - from);
          shared.insert(from, run.insert.slice(from, to), run.attributes ?? {});
        });
        const update = Y.encodeStateAsUpdate(ben, Y.encodeStateVectorFromUpdate(before));
        tried += 1;
        expect(createMeasure([before]).allows(update, 'ben', others)).toBe(false);
      }),
      { numRuns: cases(200) },
    );
    expect(tried).toBeGreaterThan(cases(100));
  });
});

describe('a reviewer’s own client cannot break what stands around a suggestion', () => {
  test.each<[string, (root: Y.XmlFragment) => void]>([
    [
      'a picture in a paragraph',
      (root) => {
        const picture = block('image');
        picture.setAttribute('insertion', stamp);
        element(root, 0).insert(1, [picture]);
      },
    ],
    [
      'a quote at the beginning of a list item',
      (root) => {
        const quote = block('blockquote', block('paragraph'));
        quote.setAttribute('insertion', stamp);
        element(root, 2, 0).insert(0, [quote]);
      },
    ],
    ['bold letters in code', (root) => text(root, 3, 0).insert(0, 'x', { ...inserted, bold: {} })],
    ['a mark that documents do not have', (root) => text(root, 0, 0).insert(0, 'x', { ...inserted, blink: {} })],
    [
      'a list without items',
      (root) => {
        const list = block('bulletList');
        list.setAttribute('insertion', stamp);
        root.insert(0, [list]);
      },
    ],
  ])('by %s', (_, change) => {
    expect(isAllowed(change)).toBe(false);
  });

  test('and what is broken already holds nobody back elsewhere', () => {
    const { ben } = replicasOf(story, ['ada', 'ben']);
    element(textOfDoc(ben), 2).delete(0, 1);
    const before = Y.encodeStateAsUpdate(ben);
    text(textOfDoc(ben), 0, 0).insert(0, 'x', inserted);
    const update = Y.encodeStateAsUpdate(ben, Y.encodeStateVectorFromUpdate(before));
    expect(createMeasure([before]).allows(update, 'ben', others)).toBe(true);
  });
});

describe('a reviewer may go on deleting', () => {
  test('what they suggested, also where another’s page wrote it anew', () => {
    const { ada, ben } = replicasOf(story, ['ada', 'ben']);
    // Ada's page joins paragraphs and so writes Ben's letters under its own client.
    text(textOfDoc(ada), 0, 0).insert(3, ' fine', inserted);
    exchange([ada, ben]);
    const before = Y.encodeStateAsUpdate(ben);
    text(textOfDoc(ben), 0, 0).delete(3, 5);
    const update = Y.encodeStateAsUpdate(ben, Y.encodeStateVectorFromUpdate(before));
    expect(createMeasure([before]).allows(update, 'ben', others)).toBe(true);
  });

  test('and nothing honest is refused that leaves the words as they are', () => {
    const counts = { all: 0, leaves: 0 };
    const turn = fc.record({ who: fc.constantFrom('ben', 'ben', 'ada'), edit: anyEdit, send: fc.boolean() });
    fc.assert(
      fc.property(shortDocument, fc.array(turn, { minLength: 1, maxLength: 6 }), (json, turns) => {
        const { ada, ben } = replicasOf(json, ['ada', 'ben']);
        const server = new Y.Doc();
        const send = (doc: Y.Doc): void => Y.applyUpdate(server, Y.encodeStateAsUpdate(doc));
        send(ada);
        for (const { who, edit, send: isSent } of turns) {
          if (who === 'ada') write(ada, (now) => edited(now, edit));
          else {
            const updates: Uint8Array[] = [];
            const gather = (update: Uint8Array): void => void updates.push(update);
            ben.on('update', gather);
            write(ben, (now) => suggested(now, edit, 'ben', ben));
            ben.off('update', gather);
            if (updates.length > 0) {
              counts.all += 1;
              if (['mention', 'footnote', 'inlineFormula', 'lineBreak'].includes(edit.act)) counts.leaves += 1;
              const before = Y.encodeStateAsUpdate(server);
              const update = Y.mergeUpdates(updates);
              const isFine = createMeasure([before]).allows(update, 'ben');
              expect(createMeasure([before]).allows(update, 'ben', others), edit.act).toBe(isFine);
            }
          }
          [ada, ben].forEach(send);
          if (isSent) exchange([ada, ben]);
        }
      }),
      { numRuns: cases(400) },
    );
    expect(counts.all).toBeGreaterThan(cases(250));
    expect(counts.leaves).toBeGreaterThan(cases(20));
  });
});
