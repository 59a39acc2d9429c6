import { expect, test } from 'vitest';
import { refusals } from './refusals.ts';
import { newProject } from './project.ts';
import { id } from './text.ts';
import { documentChange } from './document.ts';
import { registration } from './user.ts';

const person = { username: 'ada', name: 'Ada', email: 'ada@example.org', password: 'analytical engine' };

test('only refusals of the CSRF check say CSRF: clients retry on that word', () => {
  const saying = Object.entries(refusals).filter(([, refusal]) => /csrf/i.test(JSON.stringify(refusal)));
  expect(saying.map(([code]) => code)).toEqual(['csrf', 'cross_origin']);
  for (const [, refusal] of saying) expect(refusal.title).toContain('CSRF');
});

test('lengths are counted in code points, after trimming where white space means nothing', () => {
  expect(newProject.safeParse({ name: '🪶'.repeat(100) }).success).toBe(true);
  expect(newProject.safeParse({ name: '🪶'.repeat(101) }).success).toBe(false);
  expect(newProject.safeParse({ name: '   ' }).success).toBe(false);
  expect(newProject.parse({ name: ' Letters ' }).name).toBe('Letters');
});

test.each(['a\u0000b', '\ud800', 'x\udc00y'])('text that cannot be stored is refused: %j', (name) => {
  expect(newProject.safeParse({ name }).success).toBe(false);
  expect(documentChange.safeParse({ title: name }).success).toBe(false);
});

test('unknown fields are refused by their path', () => {
  const result = registration.safeParse({ ...person, isAdmin: true });
  expect(result.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['isAdmin'] }]);
});

test.each(['ab', 'a'.repeat(41), 'a b', 'a@b.c', 'a/b', 'ada\n'])('not a user name: %j', (username) => {
  expect(registration.safeParse({ ...person, username }).success).toBe(false);
});

test('a password keeps its spaces', () => {
  expect(registration.parse({ ...person, password: '  nine and some  ' }).password).toBe('  nine and some  ');
});

test('an id has one spelling', () => {
  expect(id.parse('0192F0C1-7A00-7000-8000-0123456789AB')).toBe('0192f0c1-7a00-7000-8000-0123456789ab');
});
