import { expect, test } from 'vitest';
import { decidedIn } from './decided.ts';

test.each([
  [{ accepted: 1, rejected: 0, decided: 0 }, 'accepted a suggestion of yours'],
  [{ accepted: 3, rejected: 1, decided: 0 }, 'accepted 3 suggestions of yours and rejected 1'],
  [{ accepted: 0, rejected: 2, decided: 0 }, 'rejected 2 suggestions of yours'],
  [{ accepted: 2, rejected: 3, decided: 1 }, 'accepted 2 suggestions of yours, rejected 3 and decided about 1'],
  [{ accepted: 'x' }, 'decided about a suggestion of yours'],
])('what was decided is said in a sentence: %j', (data, sentence) => expect(decidedIn(data)).toBe(sentence));
