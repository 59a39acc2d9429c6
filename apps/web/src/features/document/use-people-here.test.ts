import { expect, test } from 'vitest';
import { peopleIn } from './use-people-here.ts';

const user = (id: string, name = id) => ({ id, name, color: '#291596' });

test('lists each other user once, with the page that has their caret', () => {
  const states = new Map<number, unknown>([
    [1, { user: user('me') }],
    [2, { user: user('zoe', 'Zoe'), cursor: null }],
    [3, { user: user('ada', 'Ada') }],
    [4, { user: user('zoe', 'Zoe'), cursor: { anchor: {}, head: {} } }],
    [5, { user: user('zoe', 'Zoe') }],
  ]);
  expect(peopleIn(states, 'me').map(({ name, clientId }) => [name, clientId])).toEqual([
    ['Ada', null],
    ['Zoe', 4],
  ]);
});

test('ignores states without the user data of the server', () => {
  const states = new Map<number, unknown>([
    [1, {}],
    [2, null],
    [3, { user: { name: 7 } }],
  ]);
  expect(peopleIn(states, 'me')).toEqual([]);
});
