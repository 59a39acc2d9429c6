import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { build, preview } from 'vite';
import { texts } from '../../apps/web/vite/languages.ts';
import { openBrowser } from './browser.ts';

/**
 * `npm run soak:editors -- [--minutes 5] [--seed 1] [--steps 80]`: soak test of three editors in
 * one page of a real browser. They share one document without a server: one writes and two suggest.
 * It performs about thirty acts per second, where `soak:editing` performs two, and is reproducible
 * from its seed. Each editor must show the content of its shared text, and all must be equal in the
 * end. The run stops at the first round that fails and prints the faults.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    steps: { type: 'string', default: '80' },
  },
});
type Outcome = { readonly acts: number; readonly wrong: readonly string[] };
type Played = Window & { playRound?(seed: number, steps: number): Promise<Outcome> };

const root = resolve(import.meta.dirname, '../../apps/web/src/editor/testing');
const outDir = await mkdtemp(join(tmpdir(), 'longhand-editors-'));
const given = {
  root,
  configFile: false,
  logLevel: 'warn',
  build: { outDir, emptyOutDir: true, minify: false, chunkSizeWarningLimit: 10_000 },
} as const;
await build({ ...given, plugins: [texts()] });
const server = await preview({
  ...given,
  preview: { host: '127.0.0.1', port: 0, strictPort: false },
});
const browser = await openBrowser();
try {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error.stack)));
  await page.goto(`http://127.0.0.1:${(server.httpServer.address() as AddressInfo).port}/`);
  await page.waitForFunction(() => 'playRound' in window);
  const end = Date.now() + Number(values.minutes) * 60_000;
  let [seed, rounds, acts] = [Number(values.seed), 0, 0];
  let wrong: readonly string[] = [];
  for (; Date.now() < end && wrong.length === 0; seed += 1) {
    const outcome = await page.evaluate(
      ([from, steps]) => (window as Played).playRound?.(from, steps),
      [seed, Number(values.steps)] as const,
    );
    if (outcome === undefined) throw new Error('the page has gone');
    rounds += 1;
    acts += outcome.acts;
    wrong = [...outcome.wrong, ...errors];
  }
  for (const what of wrong.slice(0, 12)) process.stdout.write(`WRONG ${what}\n`);
  const verdict =
    wrong.length === 0 ? 'all well' : `NOT WELL with --seed ${seed - 1} --steps ${values.steps}`;
  process.stdout.write(`${rounds} rounds, ${acts} acts, ${verdict}\n`);
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await server.close();
  await rm(outDir, { recursive: true, force: true });
}
