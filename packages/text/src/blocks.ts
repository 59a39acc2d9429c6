import type { NodeType } from '@tiptap/pm/model';
import type * as Y from 'yjs';
import type { Status, Value, Values } from './records.ts';

/**
 * The three shared types of a document: its units in order, the containers of its blocks, and its
 * suggestions.
 */
export type Roots = {
  readonly text: Y.Text;
  readonly containers: Y.Map<Value>;
  readonly suggestions: Y.Array<unknown>;
};

/** View of a document: with suggestions marked, all accepted, or all rejected. */
export type View = 'marked' | 'accepted' | 'original';

/**
 * A run of consecutive characters of one client, or one inline leaf, with its marks and
 * suggestions.
 */
export type Piece = {
  readonly client: number;
  readonly clock: number;
  readonly length: number;
  readonly text: string | null;
  readonly leaf: Y.Map<Value> | null;
  /** Content of the leaf's map. */
  readonly stored: Values | null;
  readonly marks: Values;
  readonly status: Status;
};

/** A block marker: one unit, with the values of its block. */
export type Marker = {
  readonly client: number;
  readonly clock: number;
  readonly item: Y.Item;
  readonly map: Y.Map<Value>;
  /** Content of the map. */
  readonly stored: Values;
  readonly marks: Values;
  readonly status: Status;
};

/**
 * A marker and the units up to the next one. Without a marker: the units before the first one, or
 * after the marker of a leaf, which has no text.
 */
export type Block = {
  readonly marker: Marker | null;
  readonly values: Values;
  readonly type: NodeType;
  readonly pieces: Piece[];
  /** Marks in effect at the start and at the end of the block. */
  readonly marks: { readonly before: Values; after: Values };
};

/** Returns marks with one set, or removed by null. */
export function withMark(marks: Values, name: string, value: Value): Values {
  if (value === null) {
    const { [name]: _, ...rest } = marks;
    return rest;
  }
  if (!Object.hasOwn(marks, name) && Object.keys(marks).length >= marksMax) return marks;
  return { ...marks, [name]: value };
}

/**
 * Maximum number of marks on a character: no schema has that many, and a hostile client could set
 * thousands.
 */
const marksMax = 64;
