import { parseArgs } from 'node:util';
import { ensureInstalled, scriptOf } from './steps/install.mjs';
import { command, root, run, say, Trouble } from './steps/programs.mjs';

/**
 * Properties that run until a wanted number of cases is reached. `unit` is what they count;
 * `project` and `files` select the tests. `portion` multiplies the number of cases per run of
 * `npm test`, as a test may take three minutes.
 */
const soaks = {
  text: { unit: 'acts', project: 'packages', files: ['packages/text/src/replicas'], portion: 1 },
  right: {
    unit: 'updates',
    project: 'e2e',
    files: ['e2e/src/right/right.property.test.ts'],
    portion: 1,
  },
};

/**
 * Difference between the seeds of two portions: a portion derives its documents from consecutive
 * seeds, starting with its own.
 */
const seedStep = 100_000;

// npm run soak:text -- [--acts 1000000] [--seed 1]: runs random acts of three users on the flat
// text until the number is reached.
// npm run soak:right -- [--updates 100000] [--seed 1]: runs forged updates of a reviewer.
await command(async () => {
  const node = await ensureInstalled();
  const soak = soaks[process.argv[2]];
  if (soak === undefined)
    throw new Trouble(`Say what is tried: ${Object.keys(soaks).join(' or ')}`);
  const { unit, project, files, portion } = soak;
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      [unit]: { type: 'string', default: unit === 'acts' ? '1000000' : '100000' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  const [wanted, first] = [Number(values[unit]), Number(values.seed)];
  if (!Number.isInteger(wanted) || wanted < 1 || !Number.isInteger(first))
    throw new Trouble(`--${unit} and --seed are whole numbers`);
  let done = 0;
  for (let seed = first; done < wanted; seed += seedStep) {
    const env = { ...process.env, CASES: String(portion), SEED: String(seed), NO_COLOR: '1' };
    const { code, output } = await run(
      node,
      [scriptOf('vitest'), 'run', '--project', project, ...files],
      { cwd: root, env },
    );
    const counts = [...output.matchAll(new RegExp(`(\\d+) ${unit}$`, 'gm'))];
    const count = counts.reduce((sum, [, number]) => sum + Number(number), 0);
    if (code !== 0 || count === 0) {
      say(output);
      say(`After ${done} ${unit}: repeat it by CASES=${portion} SEED=${seed}`);
      return 1;
    }
    done += count;
    say(`${done} ${unit}, seed ${seed}: all well`);
  }
  return 0;
});
