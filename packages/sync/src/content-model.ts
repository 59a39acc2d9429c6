/**
 * The rules of a document format that can be checked on the bytes of an update. A node's name never changes in a shared document and
 * neither does its parent, so whether it may stand there is decided once, whatever others write at the same time.
 */
export type ContentModel = {
  /** Returns the number of a node name, from {@link rootType} + 1 to 62; 0 for a name that the format does not have. */
  typeOf(name: string): number;
  /** Whether nodes of type `child` may stand directly in `parent`. Both may be 0. */
  mayHold(parent: number, child: number): boolean;
  /** Whether text may carry marks under this key. */
  hasMark(key: string): boolean;
};

/** The type number of the document's root. */
export const rootType = 1;
/** The type number of runs of text (`Y.XmlText`). */
export const textType = 63;

/** A {@link ContentModel} without names: blocks everywhere, text anywhere but directly in the root. */
export const anyBlocks: ContentModel = {
  typeOf: () => 0,
  mayHold: (parent, child) => parent !== rootType || child !== textType,
  hasMark: () => true,
};

/** Returns the same names without any rule: for reading what is stored already. */
export function withoutRules({ typeOf }: ContentModel): ContentModel {
  return { typeOf, mayHold: () => true, hasMark: () => true };
}
