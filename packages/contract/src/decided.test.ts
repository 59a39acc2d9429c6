import { expect, test } from 'vitest';
import { decidedIn } from './decided.ts';

test.each([
  [{ accepted: 1, rejected: 0 }, 'accepted a suggestion of yours'],
  [{ accepted: 3, rejected: 1 }, 'accepted 3 suggestions of yours and rejected 1'],
  [{ accepted: 0, rejected: 2 }, 'rejected 2 suggestions of yours'],
  [{ accepted: 2, rejected: 3 }, 'accepted 2 suggestions of yours and rejected 3'],
  [{ accepted: 'x' }, 'decided about a suggestion of yours'],
])('what was decided is said in a sentence: %j', (data, sentence) => expect(decidedIn(data)).toBe(sentence));
