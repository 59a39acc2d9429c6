import { expect, test } from 'vitest';
import { UnreadableFile } from '@longhand/document';
import type { TransferDeps } from './deps.ts';
import type { ExportFolder } from './export-folder.ts';
import { writeBundle } from './export.ts';
import type { WriterTask } from './writer-tasks.ts';

test('a document that is too large is left out of the archive and reported, and the others are exported', async () => {
  const removed: string[] = [];
  const folder: ExportFolder = {
    free: () => 'free',
    write: async () => 'written',
    remove: async (paths) => void removed.push(...paths),
  };
  const deps = {
    live: { readContent: async () => ({ type: 'doc', content: [] }) },
    writers: {
      async write(task: Extract<WriterTask, { kind: 'export' }>) {
        if (task.document.title === 'Large') throw new UnreadableFile('This takes too long.');
        return { size: 1, beside: [], lost: [] };
      },
    },
  } as unknown as TransferDeps;
  const rows = ['First', 'Large', 'Last'].map((title) => ({
    id: title,
    title,
    updatedAt: new Date(0),
    language: null,
    folder: '',
  }));
  const { files, lost } = await writeBundle(
    deps,
    { userId: 'ada', folder },
    { rows, format: 'markdown' },
  );
  expect(files.map(({ name }) => name)).toEqual(['1 First.md', '3 Last.md']);
  expect(lost).toEqual([
    '2 Large.md: This document is too large for this format and was left out.',
  ]);
  expect(removed).toContain('free');
});
