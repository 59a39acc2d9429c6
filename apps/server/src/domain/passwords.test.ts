import { beforeAll, describe, expect, test } from 'vitest';
import { createPasswords, type Passwords } from './passwords.ts';

let passwords: Passwords;
beforeAll(async () => {
  passwords = await createPasswords();
});

describe('a password hash', () => {
  test('is argon2id with 19 MiB, two passes and one lane, salted', async () => {
    const [one, other] = await Promise.all([
      passwords.hash('analytical engine'),
      passwords.hash('analytical engine'),
    ]);
    expect(one).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect(one).not.toBe(other);
  });

  test('verifies its password in any Unicode composition, and no other password', async () => {
    const stored = await passwords.hash('caf\u00e9 au lait');
    expect(await passwords.verify(stored, 'cafe\u0301 au lait')).toBe(true);
    expect(await passwords.verify(stored, 'cafe au lait')).toBe(false);
  });

  test('that is missing or invalid verifies no password', async () => {
    for (const stored of [null, '!', ''])
      expect(await passwords.verify(stored, 'nobody has this password')).toBe(false);
  });
});

test.each(['password123', 'PASSWORD123', '1234567890', 'qwertyuiop', 'ｐａｓｓｗｏｒｄ１２３'])(
  'refuses the common password %s',
  (password) => {
    expect(passwords.objectionTo(password, 'ada')).toMatch(/common/);
  },
);

test('refuses the username as a password, in any case', () => {
  expect(passwords.objectionTo('Ada.Lovelace', 'ada.lovelace')).toMatch(/username/);
  expect(passwords.objectionTo('ada.lovelace.1815', 'ada.lovelace')).toBe(null);
});
