/** Returns the display title of a document; "Untitled" for a blank one. */
export function displayTitle(title: string): string {
  return title.trim() === '' ? 'Untitled' : title;
}
