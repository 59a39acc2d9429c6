function numberIn(data: Readonly<Record<string, unknown>>, name: string): number {
  const value = data[name];
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
}

const suggestions = (count: number): string =>
  count === 1 ? 'one of your suggestions' : `${count} of your suggestions`;

/**
 * Returns the decisions about the recipient's suggestions, as the rest of a sentence:
 * `accepted 3 of your suggestions and rejected 1`.
 */
export function decidedIn(data: Readonly<Record<string, unknown>>): string {
  const parts = [
    ['accepted', numberIn(data, 'accepted')],
    ['rejected', numberIn(data, 'rejected')],
  ] as const;
  const [first = ['decided about', 1] as const, second] = parts.filter(([, count]) => count > 0);
  const told = `${first[0]} ${suggestions(first[1])}`;
  return second === undefined ? told : `${told} and ${second[0]} ${second[1]}`;
}
