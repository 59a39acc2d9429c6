/**
 * Describes the first difference of two texts, or returns null if they are equal. Positions in code
 * points.
 */
export function firstDifference(expected: string, found: string): string | null {
  if (expected === found) return null;
  const [right, wrong] = [[...expected], [...found]];
  let at = 0;
  while (at < right.length && right[at] === wrong[at]) at += 1;
  const around = (text: string[]): string =>
    JSON.stringify(text.slice(Math.max(0, at - 20), at + 20).join(''));
  return (
    `differs from character ${at} on (${right.length} characters expected, ${wrong.length} found): ` +
    `expected ${around(right)}, found ${around(wrong)}`
  );
}
