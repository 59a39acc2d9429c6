import {
  createEarlierInstallation,
  killWhileMigrating,
  killWhileUpgrading,
  upgradePoints,
} from '../releases/kills-at-start.ts';
import { draw, say, type Scenario, type SoakOptions } from './scenario.ts';

/** Highest time that is drawn for the second kill of a start that migrates. */
const laterMigrations = 30;

/** Kills of starts: at each migration, and at each step of an upgrade of PostgreSQL. */
export const starts: Scenario = {
  about:
    'kills the first start at each migration, and at each step of an upgrade of PostgreSQL (by npm)',
  rounds: 1_000,
  async run(options) {
    const count = createCount(options);
    await killMigrations(count, options);
    await killUpgrades(count, options);
    return count.finish();
  },
};

type Count = ReturnType<typeof createCount>;

/** Counts rounds, and prints each. */
function createCount({ rounds }: SoakOptions) {
  let done = 0;
  let bad = 0;
  let isComplete = true;
  return {
    /** Plays a round. Returns true if its point was reached, and rounds are left. */
    async play(name: string, round: () => Promise<boolean>): Promise<boolean> {
      if (done >= rounds) {
        isComplete = false;
        return false;
      }
      try {
        if (!(await round())) {
          say(`${name} is not reached`);
          return false;
        }
        say(`${(done += 1)} ${name} ok`);
      } catch (error) {
        bad += 1;
        say(`${(done += 1)} ${name} WRONG ${String(error)}`);
      }
      return true;
    },
    finish(): boolean {
      const wrong = bad === 0 ? 'nothing lost' : `${bad} with losses or failures`;
      say(
        `${done} starts killed, ${isComplete ? 'no point is left' : 'points are left'}, ${wrong}`,
      );
      return bad === 0;
    },
  };
}

/** Kills the first start at the n-th migration for n = 1, 2, 3 …, half of the next ones as well. */
async function killMigrations(count: Count, { random }: SoakOptions): Promise<void> {
  for (let time = 1, isLeft = true; isLeft; time += 1) {
    const again = random() < 0.5 ? 1 + Math.floor(random() * laterMigrations) : null;
    const name = `migration ${time}${again === null ? '' : `, then ${again}`}`;
    isLeft = await count.play(name, () => killWhileMigrating(time, again));
  }
}

/** Kills an upgrade at each point for n = 1, 2, 3 …, and half of the next starts as well. */
async function killUpgrades(count: Count, { random }: SoakOptions): Promise<void> {
  const installation = await createEarlierInstallation();
  try {
    for (const point of upgradePoints) {
      for (let time = 1, isLeft = true; isLeft; time += 1) {
        const again = random() < 0.5 ? (`${draw(upgradePoints, random)}:1` as const) : null;
        const name = `${point}:${time}${again === null ? '' : `, then ${again}`}`;
        isLeft = await count.play(name, () =>
          killWhileUpgrading(installation, `${point}:${time}`, again),
        );
      }
    }
  } finally {
    await installation.remove();
  }
}
