import { expect, test } from 'vitest';
import { killWhileMigrating } from './kills-at-start.ts';

test('kills during the fifth migration, and again during the third of the next start, leave a data folder that a start completes', async () => {
  expect(await killWhileMigrating(5, 3)).toBe(true);
}, 300_000);
