import { storedReleases } from '../releases/archive.ts';
import { upgradeWhileWriting } from '../releases/two-versions.ts';
import { draw, say, type Scenario } from './scenario.ts';

/** Upgrades from released versions while users write. */
export const versions: Scenario = {
  about: 'writes at a released version and this one on one database, and ends the older one',
  rounds: 20,
  async run({ rounds, random }) {
    const releases = await storedReleases();
    let bad = 0;
    for (let round = 1; round <= rounds; round += 1) {
      const version = draw(releases, random);
      const choices = {
        words: 20 + Math.floor(random() * 80),
        pace: 10 + Math.floor(random() * 60),
        end: draw(['SIGTERM', 'SIGKILL'] as const, random),
        after: Math.floor(random() * 2_000),
      };
      const { words, outdated, failures } = await upgradeWhileWriting(version, choices);
      if (failures.length > 0) bad += 1;
      say(
        `${round} ${version}, older node ends by ${choices.end}: ${words} words, ${outdated} pages told to reload ${failures.length === 0 ? 'ok' : `WRONG ${failures.slice(0, 5).join('; ')}`}`,
      );
    }
    say(bad === 0 ? 'nothing lost' : `${bad} rounds with losses or failures`);
    return bad === 0;
  },
};
