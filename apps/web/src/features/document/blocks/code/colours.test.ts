import { expect, test } from 'vitest';
import { coloursOf, learn } from './colours.ts';
import { languageOf, languages } from './languages.ts';

test('letters of code are told apart, each where it stands', async () => {
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

test('every language that is offered can be learnt, and no name means two', async () => {
  for (const language of languages) await learn(language);
  const names = languages.flatMap(({ id, aliases }) => [id, ...aliases]);
  expect(new Set(names).size).toBe(names.length);
});

test.each(['', 'klingon', null, 7, '__proto__'])('%j is no language', (name) => {
  expect(languageOf(name)).toBeNull();
});
