/** Tags as they are typed, with commas between them: trimmed, none empty, none twice whatever their case. */
export function tagsIn(typed: string): string[] {
  const found = new Map<string, string>();
  for (const word of typed.split(',')) {
    const tag = word.trim();
    const folded = tag.toLocaleLowerCase('en');
    if (tag !== '' && !found.has(folded)) found.set(folded, tag);
  }
  return [...found.values()];
}

/** What was typed, with this tag at its end, or without it where it was there. */
export function withToggled(typed: string, tag: string): string {
  const tags = tagsIn(typed);
  const isSame = (other: string): boolean => other.toLocaleLowerCase('en') === tag.toLocaleLowerCase('en');
  return (tags.some(isSame) ? tags.filter((other) => !isSame(other)) : [...tags, tag]).join(', ');
}
