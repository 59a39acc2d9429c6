import { Node } from '@tiptap/pm/model';
import type { NodeJson } from '../json.ts';
import { keyOf } from '../keys.ts';
import { documentSchema } from '../schema.ts';

/** How many cases a property is tried on: `least`, or as many times that as the environment variable `CASES` says. */
export const cases = (least: number): number => Math.ceil(least * Number(process.env['CASES'] ?? 1));

/** Makes a node of the editor. */
export const nodeOf = (json: NodeJson): Node => Node.fromJSON(documentSchema, json);

/** Answers a string that is the same for documents that say the same. */
export const key = (doc: Node | NodeJson): string => keyOf(doc instanceof Node ? (doc.toJSON() as NodeJson) : doc);
