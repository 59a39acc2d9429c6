import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

/** Folder of the repository. */
export const root = join(import.meta.dirname, '../../..');

/** Returns the text of a file in `deploy/`. */
export const textOf = (name: string): string => readFileSync(join(root, 'deploy', name), 'utf8');

/** Returns the value of a YAML file in `deploy/`, as Compose reads it: with merge keys. */
export function valueOf(name: string): unknown {
  return parse(textOf(name), { merge: true });
}

/**
 * Returns all documents of a YAML file in `deploy/`.
 *
 * @throws if it is not valid YAML
 */
export function documentsOf(name: string): unknown[] {
  return parseAllDocuments(textOf(name)).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS() as unknown;
  });
}

/** Command line after the path of Node that starts the server. */
export const serverCommand: readonly string[] = [
  ...(JSON.parse(readFileSync(join(root, 'apps/server/node-flags.json'), 'utf8')) as string[]),
  'apps/server/src/main.ts',
];

/** Names of all settings, from `.env.example`. */
export const settingNames: ReadonlySet<string> = new Set(
  [...readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^#?([A-Z\d_]+)=/gm)].map(
    ([, name = '']) => name,
  ),
);
