import { documentSchema as schema } from '@longhand/document';
import type { Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';

const meta = { id: 's', author: 'ben', at: 1 };
const insertion = JSON.stringify([meta]);
const text = (words: string, ...marks: string[]): Node =>
  schema.text(
    words,
    marks.map((name) => schema.mark(name, meta)),
  );
const p = (attrs: Record<string, unknown> | null, ...content: Node[]): Node =>
  schema.node('paragraph', attrs, content);

test('the lines of a document omit suggested text, line breaks and blocks', () => {
  const list = schema.node('bulletList', null, [
    schema.node('listItem', null, [p(null, text('one')), p({ insertion }, text(' item'))]),
    schema.node('listItem', null, [p({ insertion }, text(' suggested', 'insertion'))]),
  ]);
  const doc = schema.node('doc', null, [
    p(null, text('over the '), text('sleepy', 'deletion'), text('drowsy', 'insertion')),
    p({ insertion }, text(' dog')),
    schema.node('formula', { source: 'x' }),
    schema.node('formula', { source: 'y', insertion }),
    list,
    p(null, schema.node('mention', { name: 'Ada' }), schema.node('hardBreak'), text('ends')),
  ]);
  expect(linesOf(doc)).toEqual(['over the sleepy dog', 'x', 'one item', '@Ada\nends']);
  expect(linesOf(doc)).toEqual(linesOf(schema.node('doc', null, doc.content)));
});

test('a selection that begins with a suggested block starts a line with it', () => {
  const doc = schema.node('doc', null, [
    p(null, text('over')),
    p({ insertion }, text('the dog')),
    p(null, text('sleeps')),
  ]);
  expect(linesOf(doc.cut(7, doc.content.size))).toEqual(['the dog', 'sleeps']);
});
