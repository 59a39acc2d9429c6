/** Returns the display title of a document; "Untitled" for a blank one. */
export function titleOf(title: string): string {
  return title.trim() === '' ? 'Untitled' : title;
}
