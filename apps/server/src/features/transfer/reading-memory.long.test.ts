import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReaders, usualLimits } from './readers.ts';

const megabyte = 1_048_576;

/** Tolerated excess over the limit until the watching thread ends the process (bytes). */
const slack = 128 * megabyte;

/** Tolerated growth of the server process (bytes). Each file below unpacks to more than this. */
const growth = 64 * megabyte;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longhand-memory-'));
});
afterAll(() => rm(folder, { recursive: true }));

const types = strToU8(
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
);
const word = (body: Uint8Array): Uint8Array => {
  const begin = strToU8(
    '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>',
  );
  const main = Buffer.concat([begin, body, strToU8('</w:t></w:r></w:p></w:body></w:document>')]);
  return zipSync({ '[Content_Types].xml': types, 'word/document.xml': main }, { level: 1 });
};
const texts = (count: number): Record<string, Uint8Array> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`${n}.md`, Buffer.alloc(24 * megabyte, '*a* ')]),
  );

/** Small files that unpack to large ones, and the entry that is read. */
const hostile: readonly [string, string, string | null, () => Uint8Array][] = [
  [
    'a Word file with 100 MB of text',
    'a.docx',
    null,
    () => word(Buffer.alloc(100 * megabyte, 'a')),
  ],
  [
    'a Word file with 100 MB of empty paragraphs',
    'a.docx',
    null,
    () => word(Buffer.alloc(100 * megabyte, '<w:p/>')),
  ],
  ['an archive with 144 MB of Markdown', '3.md', '3.md', () => zipSync(texts(6), { level: 1 })],
  [
    'an archive of 144 MB in an archive',
    'inner.zip/3.md',
    'inner.zip/3.md',
    () => zipSync({ 'inner.zip': zipSync(texts(6), { level: 0 }) }, { level: 1 }),
  ],
];

/**
 * Returns the id and peak memory (bytes) of the process that reads files. Returns null if none
 * runs, or the system does not provide it.
 */
function findReader(): { pid: number; peak: number } | null {
  if (!existsSync('/proc/self/stat')) return null;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
      const status = command.includes('reader-process')
        ? readFileSync(`/proc/${pid}/status`, 'utf8')
        : '';
      if (new RegExp(`^PPid:\\s+${process.pid}$`, 'm').test(status))
        return {
          pid: Number(pid),
          peak: Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1_024,
        };
    } catch (error) {
      // The process has ended meanwhile.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  return null;
}

const peakOfReader = (): number => findReader()?.peak ?? 0;

const ownBytes = (): number => {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

test.each(hostile)('reading %s stays within the memory limit', async (_, name, entry, make) => {
  const path = join(folder, 'file');
  const packed = make();
  expect(packed.length).toBeLessThan(2 * megabyte);
  await writeFile(path, packed);
  const readers = createReaders();
  const small = join(folder, 'small.txt');
  await writeFile(small, 'small');
  await readers.read<'read'>({ kind: 'read', path: small, name: 'small.txt', entry: null });
  const before = ownBytes();
  let [peak, grown] = [peakOfReader(), 0];
  const look = setInterval(() => {
    peak = Math.max(peak, peakOfReader());
    grown = Math.max(grown, ownBytes() - before);
  }, 10);
  const listed = entry === null ? null : await readers.read<'list'>({ kind: 'list', path, name });
  const outcome = await readers
    .read<'read'>({ kind: 'read', path, name, entry })
    .catch((error: Error) => error);
  clearInterval(look);
  if (listed !== null) expect(listed.names).toContain(entry);
  expect(outcome).toMatchObject({
    name: 'UnreadableFile',
    message: expect.stringMatching(/too (?:much|large|long)/),
  });
  expect(peak).toBeLessThan(usualLimits.bytes + slack);
  if (existsSync('/proc/self/stat')) expect(peak).toBeGreaterThan(megabyte);
  expect(grown).toBeLessThan(growth);
  // The next file can be read.
  expect(
    (await readers.read<'read'>({ kind: 'read', path: small, name: 'small.txt', entry: null }))
      .title,
  ).toBe('small');
  await readers.close();
});

test.runIf(existsSync('/proc/self/stat'))(
  'a file is read by a new process if the reader process was killed before it received the file',
  async () => {
    const readers = createReaders();
    const small = join(folder, 'next.txt');
    await writeFile(small, 'small');
    const readSmall = () =>
      readers.read<'read'>({ kind: 'read', path: small, name: 'next.txt', entry: null });
    await readSmall();
    const { pid } = findReader() ?? {};
    if (pid === undefined) throw new Error('no process reads files');
    // The server has not noticed the end of the process when it sends the next file.
    process.kill(pid, 'SIGKILL');
    expect((await readSmall()).title).toBe('next');
    await readers.close();
  },
);
