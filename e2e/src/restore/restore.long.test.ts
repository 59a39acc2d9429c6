import { test } from 'vitest';
import { killWhileRestoring } from './killed-restores.ts';

test(
  'killed at eight moments of a restore, drawn anew in each run, the document is as before or as after it, and nothing saved is missing',
  () => killWhileRestoring(8),
  400_000,
);
