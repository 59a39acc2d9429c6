/** Returns the number of Unicode code points in `text`: the unit of every length limit. */
export function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}
