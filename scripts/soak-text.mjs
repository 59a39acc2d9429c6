import { parseArgs } from 'node:util';
import { ensureInstalled, scriptOf } from './steps/install.mjs';
import { command, root, run, say, Trouble } from './steps/programs.mjs';

const properties = 'packages/text/src/replicas.property.test.ts';
/** How often as many cases as in `npm test` are tried at once: a test may take three minutes. */
const portion = 8;

// npm run soak:text -- [--acts 1000000] [--seed 1]: tries random acts of three people on the flat text until there were as many.
await command(async () => {
  const node = await ensureInstalled();
  const { values } = parseArgs({
    options: { acts: { type: 'string', default: '1000000' }, seed: { type: 'string', default: String(Date.now() % 1_000_000) } },
  });
  const [wanted, first] = [Number(values.acts), Number(values.seed)];
  if (!Number.isInteger(wanted) || wanted < 1 || !Number.isInteger(first))
    throw new Trouble('--acts and --seed are whole numbers');
  let done = 0;
  for (let seed = first; done < wanted; seed += 1) {
    const env = { ...process.env, CASES: String(portion), SEED: String(seed), NO_COLOR: '1' };
    const { code, output } = await run(node, [scriptOf('vitest'), 'run', '--project', 'packages', properties], {
      cwd: root,
      env,
    });
    const acts = [...output.matchAll(/(\d+) acts$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
    if (code !== 0 || acts === 0) {
      say(output);
      say(`After ${done} acts: repeat it by CASES=${portion} SEED=${seed}`);
      return 1;
    }
    done += acts;
    say(`${done} acts, seed ${seed}: all well`);
  }
  return 0;
});
