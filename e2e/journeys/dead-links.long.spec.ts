import { expect } from '@playwright/test';
import { openSignedOut, test } from './fixtures.ts';

test('the public pages have no dead links, and all are reachable from the front page', async ({
  browser,
  workspace,
  consoleErrors,
}) => {
  const { page, context } = await openSignedOut(browser, workspace.ada, consoleErrors);
  const seen = new Set<string>();
  const waiting = ['/'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const answer = await page.request.get(`${workspace.product.url}${path}`);
    expect([path, answer.status()]).toEqual([path, 200]);
    const type = answer.headers()['content-type'] ?? '';
    if (!type.includes('text/html') || path.startsWith('/api/')) continue;
    const html = await answer.text();
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="(\/[^"#?]*)/g)) waiting.push(href);
  }
  for (const path of [
    '/about',
    '/blog',
    '/integrations',
    '/press',
    '/help-center/public',
    '/faq',
    '/careers',
    '/cookie-policy',
  ])
    expect([...seen]).toContain(path);
  expect([...seen].filter((path) => path.startsWith('/blog/')).length).toBeGreaterThanOrEqual(5);
  await context.close();
});
