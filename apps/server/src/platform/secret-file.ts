import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { isNodeError } from './node-error.ts';

async function readSecret(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (isNodeError(error) && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Returns a secret that is created at the first start and stored in a file readable only by its
 * owner. It consists of 32 random bytes in base64url. Two concurrent starts get the same one,
 * because a complete file is linked and never overwritten. `path`: absolute, in `DATA_DIR`.
 */
export async function readOrCreateSecret(path: string): Promise<string> {
  const secret = await readSecret(path);
  if (secret !== null) return secret;
  const draft = `${path}.${process.pid}-${randomBytes(4).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), {
    mode: 0o600,
    flag: 'wx',
    flush: true,
  });
  try {
    await link(draft, path);
  } catch (error) {
    if (!isNodeError(error) || error.code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readOrCreateSecret(path);
}
