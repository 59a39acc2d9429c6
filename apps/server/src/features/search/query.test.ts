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
])('%s is looked for as %s', (text, query) => {
  expect(exact(text)).toBe(query);
});

test.each(['', '   ', '"', '""', '!!! & | :* () <->', '-word', '-"to be"', '—…'])(
  '%j asks for nothing',
  (text) => {
    expect(readQuery(text)).toBeNull();
  },
);

test('what only the text itself can tell is left out of what the index is asked', () => {
  expect(readQuery('"to be" -"or not"')?.loose).toBe("(('to' & 'be'))");
});

test('other spellings are as good as what was typed, and what is left out stays out', () => {
  const query = readQuery('speling -test');
  const wider = query && withAlternatives(query, new Map([['speling', ['spelling']]]));
  expect(wider?.exact).toBe("('speling' | 'spelling') & !(('test'))");
});
