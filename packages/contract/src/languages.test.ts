import { describe, expect, test } from 'vitest';
import { acceptedLanguage, directionOf, languageOf } from './languages.ts';

describe('acceptedLanguage', () => {
  test.each([
    [undefined, null],
    ['', null],
    ['*', null],
    ['de-CH,de;q=0.9,en;q=0.8', 'de'],
    ['en;q=0.5, fr;q=0.7', 'fr'],
    ['pl, ar-EG;q=0.3', 'ar'],
    ['de;q=0, fr;q=0.1', 'fr'],
    ['de;q=high, fr;q=0.1', 'fr'],
    ['EN-us', 'en'],
  ])('selects for %j the language %j', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language);
  });
});

test('finds the language of a tag', () => {
  expect(languageOf('de-AT')).toBe('de');
  expect(languageOf('design')).toBeNull();
  expect(languageOf('')).toBeNull();
});

test('knows the direction of a script', () => {
  expect(['ar', 'ar-EG', 'he'].map(directionOf)).toEqual(['rtl', 'rtl', 'rtl']);
  expect(['de', 'en-GB', 'hex'].map(directionOf)).toEqual(['ltr', 'ltr', 'ltr']);
});
