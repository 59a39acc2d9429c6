/** A replacement of `length` characters at an offset of a text. */
export type Edit = { readonly at: number; readonly length: number; readonly text: string };

/**
 * Applies edits to a text.
 *
 * @param edits in any order; offsets refer to `text` before all edits, and no two overlap
 * @returns the edited text
 */
export function edited(text: string, edits: readonly Edit[]): string {
  let [made, at] = ['', 0];
  for (const edit of edits.toSorted((a, b) => a.at - b.at))
    [made, at] = [made + text.slice(at, edit.at) + edit.text, edit.at + edit.length];
  return made + text.slice(at);
}
