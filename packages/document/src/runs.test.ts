import { Node } from '@tiptap/pm/model';
import { getSchema } from '@tiptap/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { textOfDoc } from './content.ts';
import { documentExtensions } from './extensions.ts';
import { jsonOf } from './json.ts';
import { placedRuns } from './runs.ts';
import { anyDocument } from './testing/arbitrary-document.ts';
import { updateTowards } from './update-towards.ts';

const schema = getSchema(documentExtensions);

test('says of every letter and of every node without any who wrote it, where it stands', () => {
  const doc = new Y.Doc();
  Y.applyUpdate(
    doc,
    updateTowards(
      [],
      {
        type: 'doc',
        content: [
          { type: 'paragraph', content: [{ type: 'text', text: 'One' }, { type: 'hardBreak' }, { type: 'text', text: 'two' }] },
          { type: 'horizontalRule' },
          {
            type: 'bulletList',
            content: [{ type: 'listItem', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'three' }] }] }],
          },
        ],
      },
      { clientId: 7 },
    ) as Uint8Array,
  );
  doc.clientID = 8;
  const first = textOfDoc(doc).get(0) as Y.XmlElement;
  (first.get(0) as Y.XmlText).insert(1, 'XY', { bold: {} });
  const shown = Node.fromJSON(schema, jsonOf(textOfDoc(doc)));
  const said = [...placedRuns(textOfDoc(doc), shown)].map(({ from, to, client, isNode }) => [
    client,
    isNode ? (shown.nodeAt(from)?.type.name ?? '') : shown.textBetween(from, to),
  ]);
  expect(said).toEqual([
    [7, 'O'],
    [8, 'XY'],
    [7, 'ne'],
    [7, 'hardBreak'],
    [7, 'two'],
    [7, 'horizontalRule'],
    [7, 'three'],
  ]);
});

test('leaves out no letter of whatever a document holds, and says of none twice', () => {
  fc.assert(
    fc.property(anyDocument, (json) => {
      const update = updateTowards([], json, { clientId: 7 });
      const doc = new Y.Doc();
      if (update) Y.applyUpdate(doc, update);
      const shown = Node.fromJSON(schema, jsonOf(textOfDoc(doc)));
      let letters = '';
      shown.descendants((node) => void (letters += node.text ?? ''));
      let [said, end] = ['', 0];
      for (const { from, to, isNode } of placedRuns(textOfDoc(doc), shown)) {
        expect(from).toBeGreaterThanOrEqual(end);
        end = to;
        if (!isNode) said += shown.textBetween(from, to);
      }
      expect(said).toBe(letters);
    }),
    { numRuns: 60 },
  );
});
