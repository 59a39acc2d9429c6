import { expect } from '@playwright/test';
import { sit, test } from './desk.ts';

test('the public pages have no dead links, and all are reachable from the front page', async ({
  browser,
  office,
  quiet,
}) => {
  const { page, context } = await sit(browser, office.ada, quiet);
  const seen = new Set<string>();
  const waiting = ['/'];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const answer = await page.request.get(`${office.product.url}${path}`);
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
