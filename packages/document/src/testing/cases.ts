import { Node } from '@tiptap/pm/model';
import type { NodeJson } from '../schema/json.ts';
import { keyOf } from '../diff/keys.ts';
import { documentSchema } from '../schema/schema.ts';

/**
 * Number of cases of a property test: `least` times the environment variable `CASES` (default 1).
 */
export const cases = (least: number): number =>
  Math.ceil(least * Number(process.env['CASES'] ?? 1));

/** Creates a node of the editor. */
export const nodeOf = (json: NodeJson): Node => Node.fromJSON(documentSchema, json);

/** Returns a string that is equal for documents with equal content. */
export const key = (doc: Node | NodeJson): string =>
  keyOf(doc instanceof Node ? (doc.toJSON() as NodeJson) : doc);
