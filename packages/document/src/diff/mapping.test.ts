import fc from 'fast-check';
import { Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { mappingBetween } from './mapping.ts';
import { documentSchema } from '../schema/schema.ts';
import { doc, h2, item, list, p, rule } from '../testing/test-documents.ts';
import { shortDocument } from '../testing/arbitrary-document.ts';

const nodeOf = (json: unknown): Node => Node.fromJSON(documentSchema, json);

test('maps characters of common words to their new positions, and others as deleted', () => {
  const before = nodeOf(doc(p('one two three'), p('stays'), p('goes away')));
  const after = nodeOf(doc(h2('new'), list(item(p('one three'))), rule, p('stays')));
  const mapping = mappingBetween(before, after);
  const letterAt = (pos: number): string => after.textBetween(pos, pos + 1);
  expect([1, 10, 17].map((pos) => letterAt(mapping.map(pos)))).toEqual(['o', 'h', 't']);
  expect(mapping.mapResult(5).deletedAfter).toBe(true);
  expect(mapping.mapResult(23).deletedAfter).toBe(true);
});

test('maps each position to the same character or to deleted', () => {
  fc.assert(
    fc.property(shortDocument, shortDocument, (one, other) => {
      const [before, after] = [nodeOf(one), nodeOf(other)];
      const mapping = mappingBetween(before, after);
      before.descendants((node, pos) => {
        for (let i = 0; node.isText && i < node.nodeSize; i += 1) {
          const { pos: at, deletedAfter } = mapping.mapResult(pos + i);
          if (!deletedAfter) expect(after.textBetween(at, at + 1)).toBe(node.text?.[i]);
        }
      });
      expect(mapping.map(before.content.size, 1)).toBe(after.content.size);
    }),
  );
});
