import { readdirSync } from 'node:fs';

/**
 * Returns the slugs of a folder of articles, for the build, where the modules are not available
 * yet. Uses the same rule as `article.ts`.
 */
export function slugsOf(folder: string): string[] {
  return readdirSync(new URL(`./${folder}/`, import.meta.url))
    .filter((name) => name.endsWith('.mdx'))
    .map((name) => name.replace(/\.mdx$/, '').replace(/^\d+-/, ''));
}
