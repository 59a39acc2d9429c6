import { expect, test } from 'vitest';
import { storedReleases } from './archive.ts';
import { upgradeWhileWriting } from './two-versions.ts';

const releases = await storedReleases();

test.each(
  releases.flatMap((version) => [[version, 'SIGTERM'] as const, [version, 'SIGKILL'] as const]),
)(
  'version %s and this one on one database: users write in one document, and after %s of the older node at the newer one',
  async (version, end) => {
    const outcome = await upgradeWhileWriting(version, { words: 50, pace: 40, end, after: 500 });
    expect(outcome.failures).toEqual([]);
    expect(outcome.words).toBeGreaterThan(50 * 6);
  },
  600_000,
);
