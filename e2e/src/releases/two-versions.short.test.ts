import { expect, test } from 'vitest';
import { storedReleases } from './archive.ts';
import { upgradeWhileWriting } from './two-versions.ts';

test.each(await storedReleases())(
  'users write at version %s and this one on one database, and after a kill of the older node at the newer one',
  async (version) => {
    const choices = { words: 15, pace: 30, end: 'SIGKILL', after: 300 } as const;
    const { words, failures } = await upgradeWhileWriting(version, choices);
    expect(failures).toEqual([]);
    expect(words).toBeGreaterThan(15 * 6);
  },
  300_000,
);
