import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createSealer } from './sealing.ts';

const newKey = () => randomBytes(32).toString('base64url');
const key = newKey();
const { seal, open } = createSealer(key);

test.each(['', 'a secret', '🪶'.repeat(100)])('opens what it sealed: %j', (text) => {
  expect(open(seal(text, 'provider 1'), 'provider 1')).toBe(text);
});

test('seals equal texts differently, and without the text itself', () => {
  const sealed = seal('a secret', 'here');
  expect(sealed.equals(seal('a secret', 'here'))).toBe(false);
  expect(sealed.includes('a secret')).toBe(false);
});

test('opens nothing with another key or context, or after a change of any byte', () => {
  const sealed = seal('a secret', 'here');
  expect(createSealer(newKey()).open(sealed, 'here')).toBeNull();
  expect(open(sealed, 'there')).toBeNull();
  expect(open(sealed.subarray(0, 20), 'here')).toBeNull();
  for (const at of sealed.keys()) {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(at) ^ 1, at);
    expect(open(changed, 'here')).toBeNull();
  }
});
