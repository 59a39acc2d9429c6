import { expect, test } from 'vitest';
import { isolate, isolateEnglish, withoutIsolates } from './isolate.ts';

test.each([
  ['en', 'Ada', 'Ada'],
  ['en', 'دوريس (2)', '\u2068دوريس (2)\u2069'],
  ['de', 'דוד', '\u2068דוד\u2069'],
  ['he', 'דוד', 'דוד'],
  ['he', 'Ada', '\u2068Ada\u2069'],
  ['ar', '東京', '\u2068東京\u2069'],
  ['ar', '12:30', '12:30'],
  ['ar', 'سمية 12', 'سمية 12'],
])('in %s, the name %s is %j', (language, name, shown) => {
  expect(isolate(language, name)).toBe(shown);
});

test('an English sentence is isolated if it has more than one word', () => {
  expect(isolateEnglish('Save')).toBe('Save');
  expect(isolateEnglish('Saved.')).toBe('\u2066Saved.\u2069');
  expect(isolateEnglish('')).toBe('');
});

test('removes isolates and nothing else', () => {
  expect(withoutIsolates('\u2066a \u2068b\u2069.txt\u2069')).toBe('a b.txt');
});
