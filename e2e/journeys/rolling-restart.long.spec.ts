import { setTimeout as sleep } from 'node:timers/promises';
import { expect, type Page } from '@playwright/test';
import { signUp, type Product } from '@longhand/driver';
import { startCluster, type Cluster } from '../src/nodes/cluster.ts';
import { expectSaved, openSignedIn, savedMark, test, textOf, wordsOf } from './fixtures.ts';

let cluster: Cluster;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  cluster = await startCluster(3);
});
test.afterAll(() => cluster.close());

/**
 * Records what a page shows from now on. `marks`: kinds of the saved mark. `others`: texts of
 * alerts, of other statuses, and of dialogs.
 */
async function watch(page: Page): Promise<{ marks: Set<string>; others: Set<string> }> {
  const seen = { marks: new Set<string>(), others: new Set<string>() };
  await page.exposeFunction('tellSeen', (of: keyof typeof seen, text: string) => {
    seen[of].add(text);
  });
  await page.evaluate(() => {
    const { tellSeen } = window as unknown as {
      tellSeen: (of: 'marks' | 'others', text: string) => void;
    };
    const told = new Set<string>();
    const tell = (of: 'marks' | 'others', text: string): void => {
      if (text === '' || told.has(`${of} ${text}`)) return;
      told.add(`${of} ${text}`);
      tellSeen(of, text);
    };
    const look = (): void => {
      for (const element of document.querySelectorAll(
        '[role=status], [role=alert], [role=dialog], [role=alertdialog], dialog[open]',
      )) {
        const kind = element.getAttribute('data-kind');
        if (kind !== null) tell('marks', kind);
        else tell('others', (element.textContent ?? '').trim());
      }
    };
    new MutationObserver(look).observe(document.body, {
      ...{ subtree: true, childList: true, characterData: true },
      ...{ attributes: true, attributeFilter: ['data-kind', 'role', 'open'] },
    });
    look();
  });
  return seen;
}

test('a page notices nothing while the nodes are restarted one after the other', async ({
  browser,
  consoleErrors,
}) => {
  const ada = await signUp(cluster.url, 'ada');
  const { id } = await ada.call('createDocument', { body: { title: 'Rolling' } });
  const behindBalancer = { url: cluster.url } as Product;
  const { page, context } = await openSignedIn(
    browser,
    { product: behindBalancer },
    ada,
    consoleErrors,
  );
  const failed: string[] = [];
  page.on('response', (response) => {
    if (response.status() >= 400) failed.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(`${cluster.url}/documents/${id}`);
  await expect(textOf(page)).toBeVisible({ timeout: 90_000 });
  await textOf(page).click();
  await page.keyboard.type('begin ');
  await expectSaved(page);
  const seen = await watch(page);

  let typed = 0;
  let isOver = false;
  const typing = (async (): Promise<void> => {
    while (!isOver) {
      await page.keyboard.type(`w${(typed += 1)} `);
      await sleep(200);
    }
  })();
  for (const { product } of cluster.nodes) {
    const before = typed;
    await product.kill('SIGTERM');
    await product.start();
    await expect.poll(() => typed).toBeGreaterThan(before + 10);
  }
  isOver = true;
  await typing;
  await expectSaved(page);

  expect([...seen.others]).toEqual([]);
  expect([...seen.marks]).toContain('saving');
  for (const mark of seen.marks) expect(['saving', 'saved', 'offline']).toContain(mark);
  await expect(savedMark(page)).toHaveAttribute('data-kind', 'saved');
  expect(failed).toEqual([]);
  const words = ['begin', ...Array.from({ length: typed }, (_, at) => `w${at + 1}`)];
  expect((await wordsOf(page)).trim().split(' ')).toEqual(words);
  const { content } = await ada.call('getDocument', { params: { id }, query: { format: 'text' } });
  expect(String(content).trim().split(' ')).toEqual(words);
  await context.close();
});
