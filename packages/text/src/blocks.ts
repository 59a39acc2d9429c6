import type { NodeType } from '@tiptap/pm/model';
import type * as Y from 'yjs';
import type { Status, Value, Values } from './records.ts';

/** The three shared types of a document: its units in order, the containers of its blocks, and what is suggested. */
export type Roots = {
  readonly text: Y.Text;
  readonly containers: Y.Map<Value>;
  readonly suggestions: Y.Array<unknown>;
};

/** How a document is read: with its suggestions marked, as if all were accepted, or as if all were rejected. */
export type View = 'marked' | 'accepted' | 'original';

/** Letters of one client in one go, or one inline leaf, with the marks of the text and what is suggested about it. */
export type Piece = {
  readonly client: number;
  readonly clock: number;
  readonly length: number;
  readonly text: string | null;
  readonly leaf: Y.Map<Value> | null;
  /** What the map of the leaf holds. */
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
  /** What the map holds. */
  readonly stored: Values;
  readonly marks: Values;
  readonly status: Status;
};

/**
 * A marker and the units up to the next one. Without a marker: what stands before the first one, or after the marker of a leaf, which
 * holds no text.
 */
export type Block = {
  readonly marker: Marker | null;
  readonly values: Values;
  readonly type: NodeType;
  readonly pieces: Piece[];
  /** The marks that hold where the block begins and where it ends. */
  readonly marks: { readonly before: Values; after: Values };
};

/** Answers marks with one set, or taken away by null. */
export function withMark(marks: Values, name: string, value: Value): Values {
  if (value === null) {
    const { [name]: _, ...rest } = marks;
    return rest;
  }
  if (!Object.hasOwn(marks, name) && Object.keys(marks).length >= marksMax) return marks;
  return { ...marks, [name]: value };
}

/** The most marks of one letter: no schema has so many, and a hostile client could set thousands. */
const marksMax = 64;
