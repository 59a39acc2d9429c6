import { expect, test } from 'vitest';
import { decidedIn } from './decided.ts';

test.each([
  [{ accepted: 1, rejected: 0 }, 'accepted one of your suggestions'],
  [{ accepted: 3, rejected: 1 }, 'accepted 3 of your suggestions and rejected 1'],
  [{ accepted: 0, rejected: 2 }, 'rejected 2 of your suggestions'],
  [{ accepted: 2, rejected: 3 }, 'accepted 2 of your suggestions and rejected 3'],
  [{ accepted: 'x' }, 'decided about one of your suggestions'],
])('describes decisions about suggestions in a sentence: %j', (data, sentence) =>
  expect(decidedIn(data)).toBe(sentence),
);
