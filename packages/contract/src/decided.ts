function numberIn(data: Readonly<Record<string, unknown>>, name: string): number {
  const value = data[name];
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : 0;
}

const suggestions = (count: number): string => (count === 1 ? 'a suggestion of yours' : `${count} suggestions of yours`);

/** What somebody decided about suggestions of whoever is told, as the rest of a sentence: `accepted 3 suggestions of yours and rejected 1`. */
export function decidedIn(data: Readonly<Record<string, unknown>>): string {
  const parts = [
    ['accepted', numberIn(data, 'accepted')],
    ['rejected', numberIn(data, 'rejected')],
    ['decided about', numberIn(data, 'decided')],
  ] as const;
  const [first = ['decided about', 1] as const, ...rest] = parts.filter(([, count]) => count > 0);
  const more = rest.map(([did, count]) => `${did} ${count}`);
  const last = more.pop();
  const before = [`${first[0]} ${suggestions(first[1])}`, ...more].join(', ');
  return last === undefined ? before : `${before} and ${last}`;
}
