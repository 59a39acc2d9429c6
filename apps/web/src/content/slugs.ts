import { readdirSync } from 'node:fs';

/** The slugs of a folder of articles, for the build, which has no modules yet. The same rule as in `article.ts`. */
export function slugsOf(folder: string): string[] {
  return readdirSync(new URL(`./${folder}/`, import.meta.url))
    .filter((name) => name.endsWith('.mdx'))
    .map((name) => name.replace(/\.mdx$/, '').replace(/^\d+-/, ''));
}
