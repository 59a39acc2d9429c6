import { expect, test } from 'vitest';
import { addressOf, askedIn, isNarrowed, queryOf } from './asked.ts';

const asked = (address: string) => askedIn(new URLSearchParams(address));

test('parses an address and serializes it unchanged, and drops invalid parameters', () => {
  const whole =
    'q=engine&type=document&projectId=1&within=3&status=in_review&tag=spring+issue&personId=2&days=7&archived=true';
  expect(new URLSearchParams(addressOf(asked(whole))).toString()).toBe(whole);
  expect(addressOf(asked('q=a&type=fish&status=done&days=-3&archived=maybe&other=1'))).toEqual({
    q: 'a',
  });
});

test('every filter narrows a search, but not its words and the archive', () => {
  expect(isNarrowed(asked('q=a&archived=true'))).toBe(false);
  for (const filter of [
    'type=comment',
    'projectId=1',
    'within=1',
    'status=draft',
    'tag=a',
    'personId=1',
    'days=1',
  ])
    expect(isNarrowed(asked(`q=a&${filter}`)), filter).toBe(true);
});

test('the filter for today begins at local midnight, and the filter for seven days six days earlier', () => {
  const now = new Date(2026, 2, 3, 15, 30);
  expect(queryOf(asked('q=a&days=1'), now)).toEqual({
    q: 'a',
    since: new Date(2026, 2, 3).toISOString(),
  });
  expect(queryOf(asked('q=a&days=7'), now).since).toBe(new Date(2026, 1, 25).toISOString());
  expect(queryOf(asked('q=a'), now)).toEqual({ q: 'a' });
});
