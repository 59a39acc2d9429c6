import { expect, test } from '@playwright/test';
import { build } from 'vite';
import { join } from 'node:path';
import { startProduct } from '@longhand/driver';
import { outboxRules } from '@longhand/sync/testing/outbox.rules';

/**
 * Script with the device's outbox and its rules, for a page. Every name is a document of one user.
 */
const source = `
import { outboxRules } from '@longhand/sync/testing/outbox.rules';
import { outboxOf } from '${join(import.meta.dirname, '../../apps/web/src/session/outbox/outbox.ts')}';
import { openUnsentDatabase } from '${join(import.meta.dirname, '../../apps/web/src/session/outbox/database.ts')}';
globalThis.checkRule = (name) => {
  const rule = outboxRules.find((each) => each.name === name);
  return rule.check((document) => outboxOf(openUnsentDatabase(() => indexedDB), 'ada', document));
};
`;

test('the outbox on the device keeps the rules of an outbox, in a real browser', async ({
  page,
}) => {
  const product = await startProduct();
  const entry = 'virtual:outbox';
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, rollupOptions: { input: entry, output: { format: 'iife' } } },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
  });
  const outputs = Array.isArray(result) ? result : [result];
  const code = outputs
    .flatMap((one) => ('output' in one ? one.output : []))
    .flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : []));
  await page.goto(`${product.url}/healthz`);
  await page.evaluate(code.join('\n'));
  for (const { name } of outboxRules) {
    const failure = await page.evaluate(
      (rule) =>
        (globalThis as unknown as { checkRule(name: string): Promise<void> })
          .checkRule(rule)
          .then(() => null, String),
      name,
    );
    expect(failure, name).toBeNull();
  }
  await product.close();
});
