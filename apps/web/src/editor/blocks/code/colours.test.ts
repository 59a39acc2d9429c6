import { expect, test } from 'vitest';
import { coloursOf, learn } from './colours.ts';
import { languageOf, languages } from './languages.ts';

test('highlights the tokens of code at their positions', async () => {
  const language = languageOf('ts');
  if (language === null) throw new Error('no TypeScript');
  await learn(language);
  const code = 'const a = "b"; // c';
  const found = coloursOf(code, language.id).map(({ from, to, classes }) => [
    code.slice(from, to),
    classes,
  ]);
  expect(found).toEqual([
    ['const', 'hljs-keyword'],
    ['"b"', 'hljs-string'],
    ['// c', 'hljs-comment'],
  ]);
});

test('loads every offered language, and no name or alias belongs to two languages', async () => {
  for (const language of languages) await learn(language);
  const names = languages.flatMap(({ id, aliases }) => [id, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
});

test.each(['', 'klingon', null, 7, '__proto__'])('%j is not a known language', (name) => {
  expect(languageOf(name)).toBeNull();
});
