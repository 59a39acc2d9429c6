import { afterAll, expect, test } from 'vitest';
import { folderRules } from '@longhand/sync/folder.rules';
import { createWorkers } from './workers.ts';

const workers = createWorkers();
afterAll(() => workers.close());

folderRules('the folder in worker threads', () => workers);

test('bytes that are no document fail alone: the next task is done', async () => {
  await expect(workers.digest([Uint8Array.of(1, 2, 3)])).rejects.toThrow(/Unexpected end|end of array|out of range/i);
  expect(await workers.digest([])).toEqual({ wordCount: 0, excerpt: '' });
  expect(await workers.content([], 'text')).toBe('');
});
