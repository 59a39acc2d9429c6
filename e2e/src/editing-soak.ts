import { openStockClient, signUp, startProduct } from '@longhand/driver';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as Y from 'yjs';
import { createSeededRandom } from './editing/seeded-random.ts';
import { watchConnections, type Faults } from './editing/connections.ts';
import { playRound } from './editing/rounds.ts';
import { openBrowser, openPageAs } from './browser.ts';

/**
 * `npm run soak:editing -- [--minutes 30] [--seed 1] [--steps 25]`: soak test with three real
 * browsers at one document. The writer writes words and changes blocks, the reviewer makes random
 * suggestions, the reader reads. After each round all suggestions are decided. Every page must then
 * hold the document that follows from the stored one, compared by character and block. No write may
 * be refused or repaired.
 * The run stops at the first round that fails and prints its acts. It writes the shared document
 * before the decision (a Yjs update) to a file.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    steps: { type: 'string', default: '25' },
  },
});
/**
 * Number of rounds per document. A document that only grows becomes slower and tests nothing new.
 */
const perDocument = 6;

const seed = Number(values.seed);
const random = createSeededRandom(seed);
const product = await startProduct();
const browser = await openBrowser();
const errors: string[] = [];
const faults: Faults = { refused: [], repaired: [] };
let [rounds, words, acts, few, many] = [0, 0, 0, 0, 0];
let wrong: readonly string[] = [];
try {
  const [ada, ben, cyd] = await Promise.all(
    ['ada', 'ben', 'cyd'].map((name) => signUp(product.url, name)),
  );
  if (!ada || !ben || !cyd) throw new Error('three people are needed');
  const { id: projectId } = await ada.call('createProject', { body: { name: 'Soak' } });
  for (const [usernameOrEmail, role] of [
    ['ben', 'reviewer'],
    ['cyd', 'viewer'],
  ] as const)
    await ada.call('addProjectCollaborator', {
      params: { id: projectId },
      body: { usernameOrEmail, role },
    });
  const end = Date.now() + Number(values.minutes) * 60_000;
  while (Date.now() < end && wrong.length === 0) {
    const { id } = await ada.call('createProjectDocument', {
      params: { id: projectId },
      body: { title: `Soak ${seed}` },
    });
    const pages = await Promise.all(
      [ada, ben, cyd].map((person) => openPageAs(browser, product, person)),
    );
    const [writer, reviewer, reader] = pages;
    if (!writer || !reviewer || !reader) throw new Error('three pages are needed');
    for (const [i, page] of pages.entries()) {
      page.on('pageerror', (error) => errors.push(String(error.stack)));
      watchConnections(page, ['writer', 'reviewer', 'reader'][i] ?? '', faults);
      await page.goto(`${product.url}/documents/${id}`);
      await page.getByRole('textbox', { name: 'Document text' }).waitFor();
    }
    await writer.getByRole('textbox', { name: 'Document text' }).click();
    await writer.keyboard.type(
      'Some words to begin with.\nAnd a second line of them.\n# A heading\n- one\n- two\n',
    );
    await writer.getByRole('button', { name: /^Side panel/ }).click();
    const [known, gone] = [new Set<string>(), new Set<string>()];
    const watching = openStockClient({ url: product.url, person: cyd, documentId: id });
    for (let round = 0; round < perDocument && Date.now() < end && wrong.length === 0; round += 1) {
      const verdict = round % 2 === 1 ? 'accept' : 'reject';
      const outcome = await playRound({ writer, reviewer, reader }, random, {
        round,
        steps: Number(values.steps),
        verdict,
        known,
        gone,
        state: () => Y.encodeStateAsUpdate(watching.doc),
      });
      rounds += 1;
      words += outcome.words;
      acts += outcome.acts.length;
      few += outcome.few;
      many += outcome.many;
      const refusals = faults.refused.map((what) => `refused: ${what}`);
      wrong = [
        ...outcome.wrong,
        ...errors,
        ...refusals,
        ...faults.repaired.map((what) => `repaired: ${what}`),
      ];
      if (wrong.length > 0) {
        const file = join(tmpdir(), `soak-${seed}-${rounds}.yjs`);
        await writeFile(file, outcome.before);
        process.stdout.write(`the shared document before the decision: ${file}\n`);
        for (const update of outcome.unsent)
          process.stdout.write(`not taken by the server: ${update}\n`);
      }
      process.stdout.write(
        `${rounds} ${verdict} ${wrong.length === 0 ? 'ok' : `WRONG after: ${outcome.acts.join(', ')}`}\n`,
      );
    }
    watching.provider.destroy();
    watching.doc.destroy();
    for (const page of pages) await page.context().close();
  }
  for (const what of wrong.slice(0, 12)) process.stdout.write(`WRONG ${what}\n`);
  const counts = `${rounds} rounds, ${words} words written, ${acts} acts of the reviewer, ${few} letters too few, ${many} too many`;
  const lines = `${faults.refused.length} writes refused, ${faults.repaired.length} repaired`;
  process.stdout.write(
    `${counts}, ${lines}, seed ${seed}: ${wrong.length === 0 ? 'all well' : 'NOT WELL'}\n`,
  );
  process.exitCode = wrong.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await product.close();
}
