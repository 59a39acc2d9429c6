import { expect, test } from 'vitest';
import { subprotocol } from './frame.ts';
import { chooseSubprotocol, compareVersion } from './version.ts';

const number = Number(subprotocol.split('.')[1]);
const [older, newer] = [`longhand.${number - 1}`, `longhand.${number + 1}`];

test('[WIRE4] the own version is chosen, otherwise another one', () => {
  expect(chooseSubprotocol([older, subprotocol, newer])).toBe(subprotocol);
  expect(chooseSubprotocol(['chat', newer])).toBe(newer);
  expect(chooseSubprotocol([])).toBeNull();
  expect(
    chooseSubprotocol(['longhand', 'longhand.', 'longhand.x', 'longhand.12345678']),
  ).toBeNull();
});

test('[WIRE4] versions are compared as numbers', () => {
  expect([older, subprotocol, newer, 'longhand.1000', ''].map(compareVersion)).toEqual([
    'older',
    'same',
    'newer',
    'newer',
    'same',
  ]);
});
