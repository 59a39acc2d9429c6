import { expect, test } from '@playwright/test';
import { startProduct } from '@longhand/driver';
import type { Outbox } from '@longhand/sync/client';
import { outboxRules } from '@longhand/sync/testing/outbox.rules';
import { bundle, webModulePath } from './bundle.ts';

/**
 * Script with the device's outbox and its rules, for a page. Every name is a document of one user.
 */
const source = `
import { outboxRules } from '@longhand/sync/testing/outbox.rules';
import { outboxOf } from '${webModulePath('device/outbox/outbox.ts')}';
import { openUnsentDatabase } from '${webModulePath('device/outbox/database.ts')}';
globalThis.checkRule = (name, removeWithin) => {
  const rule = outboxRules.find((each) => each.name === name);
  const options = removeWithin === null ? {} : { removeWithin };
  const prefix = removeWithin === null ? 'at once ' : 'later ';
  return rule.check((document) =>
    outboxOf(openUnsentDatabase(() => indexedDB), 'ada', prefix + document, options),
  );
};
globalThis.boxWith = (makeRoom) =>
  outboxOf(openUnsentDatabase(() => indexedDB), 'ada', 'full', { makeRoom, removeWithin: 50 });
`;

/** Globals of the script. `removeWithin`: see `OutboxOptions`; null: at once. */
type Checking = { checkRule(name: string, removeWithin: number | null): Promise<void> };

test('the outbox on the device follows the rules of an outbox, in a real browser', async ({
  page,
}) => {
  const product = await startProduct();
  await page.goto(`${product.url}/healthz`);
  await page.evaluate(await bundle(source));
  for (const { name } of outboxRules)
    for (const removeWithin of [null, 50]) {
      const failure = await page.evaluate(
        ([rule, within]) =>
          (globalThis as unknown as Checking).checkRule(rule, within).then(() => null, String),
        [name, removeWithin] as const,
      );
      expect(failure, `${name}, removed within ${removeWithin}`).toBeNull();
    }
  await product.close();
});

/**
 * In a page: adds a megabyte to an outbox and removes it. Returns the error, or what was stored.
 */
async function addMuch(): Promise<string> {
  const { boxWith, makeRoom } = globalThis as unknown as {
    boxWith(makeRoom: () => Promise<void>): Outbox;
    makeRoom(): Promise<void>;
  };
  const outbox = boxWith(makeRoom);
  try {
    const key = await outbox.add(new Uint8Array(2 ** 20));
    const kept = await outbox.load();
    await outbox.remove([key]);
    return `stored ${kept.map(({ update }) => update.length).join(', ')}`;
  } catch (error) {
    const kept = await outbox.load();
    return `${(error as Error).name}, stored ${kept.length}`;
  }
}

test('if the device is full, the outbox makes room and adds the update again, but only once', async ({
  page,
}) => {
  const product = await startProduct();
  await page.goto(`${product.url}/healthz`);
  await page.evaluate(await bundle(source));
  const { origin } = new URL(product.url);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 2 ** 19 });
  let [asked, hasRoom] = [0, false];
  await page.exposeFunction('makeRoom', async () => {
    asked += 1;
    if (hasRoom) await browser.send('Storage.overrideQuotaForOrigin', { origin });
  });
  expect(await page.evaluate(addMuch)).toBe('QuotaExceededError, stored 0');
  expect(asked, 'asked for room in vain').toBe(1);
  hasRoom = true;
  expect(await page.evaluate(addMuch)).toBe('stored 1048576');
  expect(asked, 'asked for room, and got it').toBe(2);
  expect(await page.evaluate(addMuch)).toBe('stored 1048576');
  expect(asked, 'asked for room while there is some').toBe(2);
  await product.close();
});
