import { test } from 'vitest';
import { killWhileRestoring } from './killed-restores.ts';

test(
  'eight kills at random moments of a restore leave the document as before or as after it, and lose no saved text',
  () => killWhileRestoring(8),
  900_000,
);
