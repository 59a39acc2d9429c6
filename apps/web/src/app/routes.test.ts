import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from './routes.ts';

test('each page has a route, and each route a page', () => {
  const modules = readdirSync(new URL('../pages', import.meta.url)).flatMap((name) =>
    name.endsWith('.tsx') && !name.endsWith('-additions.tsx') ? [name.slice(0, -4)] : [],
  );
  expect([...new Set(routes.map(({ page }) => page))].toSorted()).toEqual(modules.toSorted());
  expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length);
});
