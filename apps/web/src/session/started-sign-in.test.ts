import { expect, test } from 'vitest';
import { keepSignIn, takeSignIn } from './started-sign-in.ts';

/** Storage of a tab. */
function storage() {
  const values = new Map<string, string>();
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => void values.set(name, value),
    removeItem: (name: string) => void values.delete(name),
    clear: () => values.clear(),
  };
}

test('returns the pages once', () => {
  const tab = storage();
  keepSignIn(tab, { from: '/documents/1', afterSignUp: '/projects/2' });
  expect(takeSignIn(tab)).toEqual({ from: '/documents/1', afterSignUp: '/projects/2' });
  expect(takeSignIn(tab)).toEqual({ from: null, afterSignUp: null });
});

test.each(['//evil.example', 'https://evil.example', '/auth'])(
  'leaves out %s, which is no page of this site to return to',
  (from) => {
    const tab = storage();
    keepSignIn(tab, { from, afterSignUp: from });
    expect(takeSignIn(tab)).toEqual({ from: null, afterSignUp: null });
  },
);

test.each(['{', 'null', '7'])('ignores the stored text %s', (text) => {
  const tab = storage();
  tab.setItem('longhand-sign-in', text);
  expect(takeSignIn(tab)).toEqual({ from: null, afterSignUp: null });
});
