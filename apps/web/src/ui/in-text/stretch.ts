/** A range of the text in the editor, in ProseMirror positions. */
export type Stretch = { readonly from: number; readonly to: number };
