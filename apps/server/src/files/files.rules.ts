import { randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Files } from './files.ts';

async function* chunks(...parts: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  for (const part of parts) yield part;
}

async function* breaking(): AsyncIterable<Uint8Array> {
  yield randomBytes(100_000);
  throw new Error('the line broke');
}

async function read(files: Files, key: string): Promise<Buffer | null> {
  const bytes = await files.get(key);
  if (bytes === null) return null;
  const parts: Uint8Array[] = [];
  for await (const part of bytes) parts.push(part);
  return Buffer.concat(parts);
}

/** Contract tests for every file store. `leftovers`: returns remains of incomplete files. */
export function holdsForFiles(
  open: () => Files,
  leftovers: () => Promise<readonly string[]>,
): void {
  test('returns a stored file byte by byte, with its size', async () => {
    const key = randomUUID();
    const parts = [randomBytes(70_000), randomBytes(1), randomBytes(300_000)];
    await open().put(key, chunks(...parts));
    expect(await open().head(key)).toEqual({ size: 370_001 });
    expect(await read(open(), key)).toEqual(Buffer.concat(parts));
    expect(await leftovers()).toEqual([]);
  });

  test('stores an empty file', async () => {
    const key = randomUUID();
    await open().put(key, chunks());
    expect(await open().head(key)).toEqual({ size: 0 });
    expect(await read(open(), key)).toEqual(Buffer.alloc(0));
  });

  test('stores nothing of an upload that breaks off, and rejects with its error', async () => {
    const key = randomUUID();
    await expect(open().put(key, breaking())).rejects.toThrow('the line broke');
    expect(await open().head(key)).toBe(null);
    expect(await leftovers()).toEqual([]);
  });

  test('returns null for a missing file, and removes it without an error', async () => {
    const key = randomUUID();
    expect([await open().head(key), await open().get(key)]).toEqual([null, null]);
    await open().remove(key);
    await open().put(key, chunks(randomBytes(10)));
    await open().remove(key);
    await open().remove(key);
    expect(await open().get(key)).toBe(null);
  });

  test('stores many files concurrently', async () => {
    const files = Array.from({ length: 12 }, () => ({
      key: randomUUID(),
      bytes: randomBytes(20_000),
    }));
    await Promise.all(files.map(({ key, bytes }) => open().put(key, chunks(bytes))));
    for (const { key, bytes } of files) expect(await read(open(), key)).toEqual(bytes);
  });

  test.each(['', '..', '../secret', 'a/b', '0192f0c1-7a00-7000-8000-0123456789ab/..'])(
    'refuses a key that is not a file name: %j',
    async (key) => {
      await expect(open().put(key, chunks(randomBytes(1)))).rejects.toThrow('no key');
      await expect(open().get(key)).rejects.toThrow('no key');
      await expect(open().remove(key)).rejects.toThrow('no key');
    },
  );
}
