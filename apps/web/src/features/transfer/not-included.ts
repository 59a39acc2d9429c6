/** Returns a sentence about left-out content for screen readers, empty if there is none. */
export function notIncluded(count: number): string {
  if (count === 0) return '';
  return count === 1 ? '. 1 part was not included' : `. ${count} parts were not included`;
}
