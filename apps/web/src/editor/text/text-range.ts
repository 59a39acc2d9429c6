/** A range of the text in the editor, in ProseMirror positions. */
export type TextRange = { readonly from: number; readonly to: number };
