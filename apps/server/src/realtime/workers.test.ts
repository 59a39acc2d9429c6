import { afterAll, expect, test } from 'vitest';
import { compactorRules } from '@longhand/sync/testing/compactor.rules';
import { onBehalfOf } from '../platform/caller.ts';
import { createWorkers } from './workers.ts';

const workers = createWorkers();
afterAll(() => workers.close());

compactorRules('the folder in worker threads', () => workers);

test('what is asked for while the threads end is a fault, not a bug', async () => {
  const ending = createWorkers();
  const asked = ending.summarize([]).catch((error: unknown) => error);
  await ending.close();
  const late = await ending.summarize([]).catch((error: unknown) => error);
  expect(late).toMatchObject({ name: 'Fault' });
  // A task submitted earlier may still have completed.
  const early = await asked;
  if (early instanceof Error) expect(early.name).toBe('Fault');
  else expect(early).toMatchObject({ wordCount: 0 });
});

test('bytes that are no document fail alone: the next task is done', async () => {
  await expect(workers.summarize([Uint8Array.of(1, 2, 3)])).rejects.toThrow(
    /Unexpected end|end of array|out of range/i,
  );
  expect(await workers.summarize([])).toEqual({
    wordCount: 0,
    excerpt: '',
    suggesters: [],
    mentions: [],
  });
  expect(await workers.content([], 'text')).toBe('');
});

test('a task that takes too long is ended with its thread, and the next one is done', async () => {
  const hasty = createWorkers({ asked: 60_000, own: 1 });
  await expect(hasty.summarize([])).rejects.toThrow('took too long: summarize');
  const asked = onBehalfOf({ person: 'ada', gone: null }, () => hasty.content([], 'text'));
  expect(await asked).toBe('');
  await hasty.close();
});

test('who has hung up waits for nothing, and what the server does for everybody goes on', async () => {
  const gone = AbortSignal.abort(new Error('hung up'));
  await expect(
    onBehalfOf({ person: 'ada', gone }, () => workers.content([], 'text')),
  ).rejects.toThrow('hung up');
  expect(await onBehalfOf({ person: 'ada', gone }, () => workers.words([]))).toEqual({
    text: '',
    vector: '',
  });
});
