import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

/**
 * Creates a version of the product that has one more migration than this one: a copy of the
 * server's sources beside links to everything else.
 *
 * @param folder a folder that does not exist yet
 * @param migration name and statements of the migration
 * @returns the path of its program
 */
export async function createNextVersion(
  folder: string,
  migration: { name: string; sql: string },
): Promise<string> {
  const server = join(folder, 'apps/server');
  await mkdir(server, { recursive: true });
  for (const part of ['node_modules', 'packages', 'apps/web'])
    await symlink(join(root, part), join(folder, part));
  await cp(join(root, 'apps/server/package.json'), join(server, 'package.json'));
  await cp(join(root, 'apps/server/src'), join(server, 'src'), { recursive: true });
  await writeFile(join(server, 'src/db/migrations', migration.name), migration.sql);
  return join(server, 'src/main.ts');
}
