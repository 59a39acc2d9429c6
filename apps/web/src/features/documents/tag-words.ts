/**
 * Parses typed tags separated by commas: trimmed, without empty ones and without case-insensitive
 * duplicates.
 */
export function tagsIn(typed: string): string[] {
  const found = new Map<string, string>();
  for (const word of typed.split(',')) {
    const tag = word.trim();
    const folded = tag.toLocaleLowerCase('en');
    if (tag !== '' && !found.has(folded)) found.set(folded, tag);
  }
  return [...found.values()];
}

/** Returns the typed text with this tag appended, or removed if it was present. */
export function withToggled(typed: string, tag: string): string {
  const tags = tagsIn(typed);
  const isSame = (other: string): boolean =>
    other.toLocaleLowerCase('en') === tag.toLocaleLowerCase('en');
  return (tags.some(isSame) ? tags.filter((other) => !isSame(other)) : [...tags, tag]).join(', ');
}
