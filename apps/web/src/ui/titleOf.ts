/** The title of a document as it is shown where it cannot be edited: a blank one has a name too. */
export function titleOf(title: string): string {
  return title.trim() === '' ? 'Untitled' : title;
}
