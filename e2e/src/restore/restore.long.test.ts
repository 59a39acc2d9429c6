import { test } from 'vitest';
import { killWhileRestoring } from './killed-restores.ts';

test(
  'four kills at random moments of a restore leave the document as before or as after it, and lose no saved text',
  () => killWhileRestoring(4),
  900_000,
);
