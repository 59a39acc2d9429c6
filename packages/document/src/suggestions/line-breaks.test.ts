import { Transform } from '@tiptap/pm/transform';
import { expect, test } from 'vitest';
import type { NodeJson } from '../json.ts';
import { jsonOfNode, nodeOf } from '../testing/people.ts';
import { breakLines } from './line-breaks.ts';

const stamp = { id: 's1', author: 'ada', at: 1 };
const doc = nodeOf({
  type: 'doc',
  content: [
    { type: 'paragraph', content: [{ type: 'text', text: 'ab' }] },
    {
      type: 'codeBlock',
      content: [
        { type: 'text', text: 'cd\ne' },
        { type: 'text', text: '\r\n', marks: [{ type: 'deletion', attrs: { ...stamp, upTo: null } }] },
        { type: 'text', text: 'f' },
      ],
    },
    { type: 'codeBlock', content: [{ type: 'text', text: 'g\nh' }] },
  ],
});

const saysOf = ({ content = [] }: NodeJson): unknown[] =>
  content.map(({ type, text, attrs }) => text ?? `${type}${attrs?.['deletion'] ? ' to go' : ''}`);

test('code that is joined with a paragraph breaks its lines there, also where a suggestion holds the break; other code is left alone', () => {
  const tr = new Transform(doc).delete(2, 6);
  breakLines(tr);
  const [joined, code] = jsonOfNode(tr.doc).content ?? [];
  expect(saysOf(joined as NodeJson)).toEqual(['ad', 'hardBreak', 'e', 'hardBreak to go', 'f']);
  expect(saysOf(code as NodeJson)).toEqual(['g\nh']);
  tr.doc.check();
});

test('a paragraph that is made of code breaks its lines, where a command has not', () => {
  const { paragraph } = doc.type.schema.nodes;
  const tr = new Transform(doc).setNodeMarkup(doc.child(0).nodeSize + doc.child(1).nodeSize, paragraph);
  breakLines(tr);
  expect(saysOf(jsonOfNode(tr.doc).content?.[2] as NodeJson)).toEqual(['g', 'hardBreak', 'h']);
  const steps = tr.steps.length;
  breakLines(tr);
  expect(tr.steps).toHaveLength(steps);
});

test('what is not touched, and what was done before, is not looked at', () => {
  const tr = new Transform(doc).delete(2, 6);
  breakLines(tr, tr.steps.length);
  expect(tr.steps).toHaveLength(1);
});
