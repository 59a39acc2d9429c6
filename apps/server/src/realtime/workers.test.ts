import { afterAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { compactorRules } from '@longhand/sync/testing/compactor.rules';
import { onBehalfOf } from '../platform/work.ts';
import { createWorkers } from './workers.ts';

const workers = createWorkers();
const nothing = { state: false, content: false };
afterAll(() => workers.close());

compactorRules('the compactor in separate processes', () => workers);

test('a task that is requested during shutdown is refused with a fault', async () => {
  const ending = createWorkers();
  const asked = ending.project([], nothing).catch((error: unknown) => error);
  await ending.close();
  const late = await ending.project([], nothing).catch((error: unknown) => error);
  expect(late).toMatchObject({ name: 'Fault' });
  // A task submitted earlier may still have completed.
  const early = await asked;
  if (early instanceof Error) expect(early.name).toBe('Fault');
  else expect(early).toMatchObject({ wordCount: 0 });
});

test('a task with bytes that are no document fails, and the next task succeeds', async () => {
  await expect(workers.project([Uint8Array.of(1, 2, 3)], nothing)).rejects.toThrow(
    /Unexpected end|end of array|out of range/i,
  );
  expect(await workers.project([], nothing)).toEqual({
    wordCount: 0,
    excerpt: '',
    suggesters: [],
    mentions: [],
    search: { text: '', vector: '' },
    state: null,
    content: null,
    took: expect.any(Number) as number,
  });
  expect(await workers.content([], 'text')).toBe('');
});

test('a task above the time limit is ended with its process, and the next one succeeds', async () => {
  const hasty = createWorkers({ asked: 60_000, own: 1 });
  await expect(hasty.project([], nothing)).rejects.toThrow('took too long: project');
  const asked = onBehalfOf({ person: 'ada', gone: null }, () => hasty.content([], 'text'));
  expect(await asked).toBe('');
  await hasty.close();
});

test('a task above the memory limit is ended with its process, and the next one succeeds', async () => {
  const small = createWorkers({ heap: 80 });
  const doc = new Y.Doc();
  const paragraph = () => new Y.Map(Object.entries({ kind: 'paragraph' }));
  doc.getText('text').applyDelta(Array.from({ length: 200_000 }, () => ({ insert: paragraph() })));
  const failed = small.content([Y.encodeStateAsUpdate(doc)], 'json');
  await expect(failed).rejects.toMatchObject({
    name: 'Fault',
    message: 'a document took too much memory: content',
  });
  expect(await small.content([], 'text')).toBe('');
  await small.close();
});

test('a paragraph of many megabytes ends the process of its task only, and the next task succeeds', async () => {
  const small = createWorkers({ heap: 80 });
  const doc = new Y.Doc();
  const text = doc.getText('text');
  text.applyDelta([{ insert: new Y.Map(Object.entries({ kind: 'paragraph' })) }]);
  // In a thread, one list that does not fit into the memory limit would end the whole process.
  text.insert(1, 'letters '.repeat(12_500_000));
  const failed = small.project([Y.encodeStateAsUpdate(doc)], nothing);
  await expect(failed).rejects.toThrow('a document took too much memory: project');
  expect(await small.content([], 'text')).toBe('');
  await small.close();
});

test('buffers above the memory limit end the process of their task', async () => {
  const small = createWorkers({ bytes: 200 * 1_048_576 });
  const doc = new Y.Doc();
  doc.getText('text').insert(0, 'a'.repeat(120 * 1_048_576));
  await expect(small.state([Y.encodeStateAsUpdate(doc)])).rejects.toThrow(
    'a document took too much memory: state',
  );
  expect(await small.content([], 'text')).toBe('');
  await small.close();
});

test('a request that is aborted while it waits is rejected, and shared work continues', async () => {
  const gone = AbortSignal.abort(new Error('hung up'));
  await expect(
    onBehalfOf({ person: 'ada', gone }, () => workers.content([], 'text')),
  ).rejects.toThrow('hung up');
  const projected = await onBehalfOf({ person: 'ada', gone }, () => workers.project([], nothing));
  expect(projected.wordCount).toBe(0);
});

test('aborting a running task ends it before its time limit', async () => {
  const leave = new AbortController();
  const patient = createWorkers({ asked: 600_000, own: 600_000 });
  const words = Array.from({ length: 40_000 }, (_, i) => `${i} ${i * 7}`);
  const blockOf = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] });
  const copyOf = (list: readonly string[]) => ({ type: 'doc', content: list.map(blockOf) });
  const [base, ours] = [copyOf(words), copyOf(words.toReversed())];
  const compared = onBehalfOf({ person: 'ada', gone: leave.signal }, () =>
    patient.compareCopy({ base, beginning: base, ours, theirs: base }),
  );
  setTimeout(() => leave.abort(new Error('hung up')), 50);
  await expect(compared).rejects.toThrow('took too long: compareCopy');
  // The next task gets a process.
  expect(await patient.content([], 'text')).toBe('');
  await patient.close();
});

test('comparing and merging run in the processes, with the time limit of a request', async () => {
  const hasty = createWorkers({ asked: 1, own: 60_000 });
  const empty = { type: 'doc', content: [] };
  const copied = { base: empty, beginning: empty, ours: empty, theirs: empty };
  const onBehalf = <T>(task: () => Promise<T>) => onBehalfOf({ person: 'ada', gone: null }, task);
  await expect(onBehalf(() => hasty.compareCopy(copied))).rejects.toThrow('took too long');
  await expect(onBehalf(() => hasty.mergeCopy(copied, { choices: {} }))).rejects.toThrow(
    'took too long',
  );
  await hasty.close();
});
