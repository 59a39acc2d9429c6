import { test } from 'vitest';
import { killWhileRestoring } from './killed-restores.ts';

test(
  'killed at two moments of a restore, drawn anew in each run, the document is as before or as after it, and nothing saved is missing',
  () => killWhileRestoring(2),
  400_000,
);
