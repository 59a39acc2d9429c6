import { expect, test } from 'vitest';
import { readQuery, withAlternatives } from './query.ts';

const exact = (text: string): string | undefined => readQuery(text)?.exact;

test.each([
  ['Spring issue', "('spring') & ('issue':*)"],
  ['Spring issue ', "('spring') & ('issue')"],
  ['a b', "('a') & ('b')"],
  ['"to be" or', "(('to' <-> 'be')) & ('or':*)"],
  ['well-known', "('well') & ('known':*)"],
  ['spring -winter', "('spring') & !(('winter'))"],
  ['spring - winter', "('spring') & ('winter':*)"],
  ['東京', "('東京')"],
  ['東', "('東':*)"],
  ['東京都', "('東京' & '京都')"],
  ['"東京 2020"', "(('東京' <-> '京' <-> '2020'))"],
])('the query %s is translated to the tsquery %s', (text, query) => {
  expect(exact(text)).toBe(query);
});

test.each(['', '   ', '"', '""', '!!! & | :* () <->', '-word', '-"to be"', '—…'])(
  'the query %j has no term to search for',
  (text) => {
    expect(readQuery(text)).toBeNull();
  },
);

test('the query for the index omits conditions that only the text itself can decide', () => {
  expect(readQuery('"to be" -"or not"')?.loose).toBe("(('to' & 'be'))");
});

test('alternative spellings match like the typed word, and excluded words stay excluded', () => {
  const query = readQuery('speling -test');
  const wider = query && withAlternatives(query, new Map([['speling', ['spelling']]]));
  expect(wider?.exact).toBe("('speling' | 'spelling') & !(('test'))");
});
