import { expect, test } from 'vitest';
import { refusals } from './refusals.ts';
import { newProject } from './project.ts';
import { id } from './text.ts';
import { documentChange } from './document.ts';
import { registration } from './user.ts';

const person = {
  username: 'ada',
  name: 'Ada',
  email: 'ada@example.org',
  password: 'analytical engine',
};

test('only the refusals of the CSRF check contain the word CSRF, on which clients retry', () => {
  const saying = Object.entries(refusals).filter(([, refusal]) =>
    /csrf/i.test(JSON.stringify(refusal)),
  );
  expect(saying.map(([code]) => code)).toEqual(['csrf', 'cross_origin']);
  for (const [, refusal] of saying) expect(refusal.title).toContain('CSRF');
});

test('lengths are counted in code points after trimming white space', () => {
  expect(newProject.safeParse({ name: '🪶'.repeat(100) }).success).toBe(true);
  expect(newProject.safeParse({ name: '🪶'.repeat(101) }).success).toBe(false);
  expect(newProject.safeParse({ name: '   ' }).success).toBe(false);
  expect(newProject.parse({ name: ' Letters ' }).name).toBe('Letters');
});

test.each(['a\u0000b', '\ud800', 'x\udc00y'])(
  'text that cannot be stored is refused: %j',
  (name) => {
    expect(newProject.safeParse({ name }).success).toBe(false);
    expect(documentChange.safeParse({ title: name }).success).toBe(false);
  },
);

test('refuses unknown fields and names them', () => {
  const result = registration.safeParse({ ...person, isAdmin: true });
  expect(result.error?.issues).toMatchObject([{ code: 'unrecognized_keys', keys: ['isAdmin'] }]);
});

test.each(['ab', 'a'.repeat(41), 'a b', 'a@b.c', 'a/b', 'ada\n'])(
  'refuses the invalid username %j',
  (username) => {
    expect(registration.safeParse({ ...person, username }).success).toBe(false);
  },
);

test('leading and trailing spaces of a password are kept', () => {
  expect(registration.parse({ ...person, password: '  nine and some  ' }).password).toBe(
    '  nine and some  ',
  );
});

test.each([
  ...[
    '\u3164',
    '\u115f',
    '\u1160',
    '\uffa0',
    '\u2800',
    '\ufe0f',
    '\ufe00',
    '\u{e0100}',
    '\u{e0041}',
    '\u200b',
    '\u2060',
  ],
  ...[
    '\u00ad',
    '\ufeff',
    '\u034f',
    '\u180e',
    '\u202e',
    '\u2066',
    '\u061c',
    '\u0007',
    '\u2028',
    '\ue000',
    '\u200c',
    '\u200d',
  ],
])('a name cannot contain the invisible character %j', (sign) => {
  for (const name of [
    `Bea${sign.repeat(30)}Boss`,
    `${sign.repeat(3)}Bea`,
    `Bea Boss${sign.repeat(30)}`,
  ]) {
    const { success, data } = registration.safeParse({ ...person, name });
    // White space around a name is removed, as in other fields.
    expect(success && data.name.includes(sign)).toBe(false);
  }
  expect(registration.safeParse({ ...person, name: `Bea${sign}${sign}Boss` }).success).toBe(false);
});

test.each([
  'Ada Lovelace',
  '李雷',
  'محمد',
  'می\u200cخواهم',
  'क्\u200dष',
  'Zoë',
  'Ada ❤\ufe0f',
  '👩\u200d💻 Grace',
  'O’Brien-Smith (Ada)',
])('accepts the name %j', (name) => {
  expect(registration.parse({ ...person, name }).name).toBe(name);
});

test('white space in a name is collapsed to one space, and stacked combining marks are refused', () => {
  expect(registration.parse({ ...person, name: `Bea${'\u2003'.repeat(70)}\u00a0 Boss` }).name).toBe(
    'Bea Boss',
  );
  expect(registration.safeParse({ ...person, name: `Be${'\u0301'.repeat(20)}a` }).success).toBe(
    false,
  );
});

test('an id is normalized to lower case', () => {
  expect(id.parse('0192F0C1-7A00-7000-8000-0123456789AB')).toBe(
    '0192f0c1-7a00-7000-8000-0123456789ab',
  );
});
