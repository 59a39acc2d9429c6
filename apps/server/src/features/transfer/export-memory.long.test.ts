import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import type { NodeJson } from '@longhand/document';
import { inExportFolder, stage, type ExportFolder } from './export-folder.ts';
import { labelsFor } from './labels.ts';
import { perform } from './writer-tasks.ts';

const roomy = { has: async () => true };

const megabyte = 1_048_576;
const count = 12;
const pictureBytes = 4 * megabyte;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Returns the number of bytes in buffers that this thread references. */
function heldBytes(): number {
  // Buffers are freed asynchronously after the collection that finds them; the next one waits for
  // that.
  for (let round = 0; round < 3; round += 1) collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

/**
 * Fails if more than `limit` bytes are held at any turn of the event loop while `work` runs, in
 * addition to those before. Collects garbage only if it may make a difference.
 */
async function holdsAtMost(limit: number, work: () => Promise<unknown>): Promise<void> {
  const before = heldBytes();
  let [most, isOver] = [0, false];
  const look = (): void => {
    if (process.memoryUsage().arrayBuffers - before > limit)
      most = Math.max(most, heldBytes() - before);
    if (!isOver && most <= limit) setImmediate(look);
  };
  look();
  await work().finally(() => (isOver = true));
  most = Math.max(most, heldBytes() - before);
  expect(most).toBeLessThanOrEqual(limit);
}

const sources = Array.from(
  { length: count },
  (_, at) => `/api/v1/files/0192f0c1-7a00-7000-8000-${String(at).padStart(12, '0')}`,
);
const content: NodeJson = {
  type: 'doc',
  content: sources.map((src) => ({ type: 'image', attrs: { src, alt: '' } })),
};

/** Yields a JPEG of one pixel, created while it is read, in parts of 64 KB. */
async function* jpeg(): AsyncGenerator<Uint8Array> {
  const begin = [0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 1, 0, 1, 3];
  for (let at = 0; at < pictureBytes; at += 65_536) {
    const part = Buffer.alloc(65_536);
    if (at === 0) part.set(begin);
    yield part;
  }
}

const read = async () => ({
  type: 'image/jpeg',
  name: 'a.jpg',
  inline: true,
  bytes: jpeg(),
  length: pictureBytes,
});

const answer = (): ServerResponse =>
  Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse;

/** Runs `make` in the folder of an export, then finishes its response. */
async function inFolder<Result>(make: (folder: ExportFolder) => Promise<Result>): Promise<Result> {
  const to = answer();
  const result = await inExportFolder(to, roomy, make);
  to.emit('finish');
  return result;
}

const staged = (folder: ExportFolder) =>
  stage(folder, { sources, most: count * pictureBytes, read });

const chapters = async (folder: ExportFolder) => [
  { title: 'T', depth: 0, path: await folder.write(Buffer.from(JSON.stringify(content))) },
];

test('pictures are copied into the export folder without being held in memory', async () => {
  await inFolder(async (folder) => {
    await holdsAtMost(pictureBytes / 2, async () => {
      const files = await staged(folder);
      expect(files.map(({ size }) => size)).toEqual(sources.map(() => pictureBytes));
    });
  });
});

test.each([
  ['html', 2],
  ['markdown', 2],
  ['docx', 4],
  ['epub', 4],
] as const)(
  'writing a file in the format %s holds at most %i of its pictures in memory',
  async (format, pictures) => {
    await inFolder(async (folder) => {
      const document = {
        id: sources[0]!.slice(14),
        title: 'T',
        chapters: await chapters(folder),
        isSuggested: false,
        modified: 0,
        labels: await labelsFor(null),
      };
      const given = { ...document, pictures: await staged(folder), attached: [] };
      const path = folder.free();
      await holdsAtMost(pictures * pictureBytes, async () => {
        const made = await perform({
          kind: 'export',
          document: given,
          format,
          pictureStem: '',
          path,
          most: 300 * megabyte,
        });
        const beside = 'beside' in made ? made.beside : [];
        const zip = folder.free();
        const files = [{ name: 'file', path }, ...beside];
        const { size } = await perform({ kind: 'zip', files, path: zip, most: 300 * megabyte });
        expect((await stat(zip)).size).toBe(size);
        const all = beside.length * pictureBytes + (await stat(path)).size;
        expect(all).toBeGreaterThan(count * pictureBytes);
      });
    });
  },
);

test('an export above the size limit is refused before the file is written completely', async () => {
  await inFolder(async (folder) => {
    const pictures = await staged(folder);
    const document = {
      id: sources[0]!.slice(14),
      title: 'T',
      chapters: await chapters(folder),
      isSuggested: false,
      modified: 0,
      labels: await labelsFor(null),
      pictures,
      attached: [],
    };
    const path = folder.free();
    const most = 20 * megabyte;
    const made = perform({ kind: 'export', document, format: 'html', pictureStem: '', path, most });
    await expect(made).rejects.toMatchObject({ name: 'UnreadableFile' });
    expect((await stat(path)).size).toBeLessThanOrEqual(most);
  });
});

test('a picture above the remaining size is left out, and a later one that fits is included', async () => {
  await inFolder(async (folder) => {
    const small = async (fileId: string) => ({
      ...(await read()),
      bytes: fileId.endsWith('1') ? jpeg() : Buffer.from('small'),
    });
    const files = await stage(folder, {
      sources: sources.slice(0, 3),
      most: megabyte,
      read: small,
    });
    expect(files.map(({ src, size }) => [src, size])).toEqual([
      [sources[0], 5],
      [sources[2], 5],
    ]);
  });
});

test('the export folder exists until the response is sent, and is deleted when the export fails', async () => {
  const to = answer();
  const path = await inExportFolder(to, roomy, (folder) => folder.write(Buffer.from('x')));
  expect(existsSync(path)).toBe(true);
  to.emit('close');
  await expect.poll(() => existsSync(path)).toBe(false);
  let failed = '';
  const making = inExportFolder(answer(), roomy, async (folder) => {
    failed = await folder.write(Buffer.from('x'));
    throw new Error('no');
  });
  await expect(making).rejects.toThrow('no');
  expect([failed === '', existsSync(failed)]).toEqual([false, false]);
});
