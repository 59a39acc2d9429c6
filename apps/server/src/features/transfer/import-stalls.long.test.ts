import { strToU8, zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import type { Job } from '@longhand/contract';
import { openTestApp, type Member } from '../../app.testing.ts';

const host = await openTestApp();
afterAll(() => host.close());

/** A small archive whose text takes the reader process seconds, until its memory is used up. */
const hostile = zipSync({ 'slow.md': Buffer.alloc(3_145_728, '*a* ') }, { level: 1 });

/**
 * Processor time (ms) for which the server may work without a pause. An import takes less than a
 * tenth of it, and reading the text above more than five times as much.
 */
const tolerated = 500;

/** Imports an archive. Returns the finished import. */
async function imported(member: Member, zip: Uint8Array): Promise<Job> {
  const head = '--edge\r\nContent-Disposition: form-data; name="files"; filename="all.zip"\r\n\r\n';
  const raw = Buffer.concat([Buffer.from(head), zip, Buffer.from('\r\n--edge--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  const answer = await member.call('POST', '/api/v1/documents/import', { raw, headers });
  expect(answer.status).toBe(202);
  await host.jobs.runDue();
  const { jobId } = answer.body as unknown as { jobId: string };
  return (await member.call('GET', `/api/v1/jobs/${jobId}`)).body as unknown as Job;
}

/**
 * Runs `work`. Returns its result and the longest time (ms) between two turns of the event loop:
 * processor time, which other processes on the machine do not lengthen.
 */
async function longestStretch<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  let longest = 0;
  let before = process.cpuUsage();
  const look = (): void => {
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1_000);
    before = process.cpuUsage();
  };
  const looking = setInterval(look, 1);
  try {
    const result = await work();
    look();
    return [result, longest];
  } finally {
    clearInterval(looking);
  }
}

test('an import of a hostile archive never occupies the event loop of the server for long', async () => {
  const ada = await host.member('ada');
  // Starts the reader process and loads all modules.
  const small = await imported(ada, zipSync({ 'small.md': strToU8('# Small') }));
  expect(small).toMatchObject({ state: 'done', documents: [{}] });
  const [job, longest] = await longestStretch(() => imported(ada, hostile));
  expect(longest).toBeLessThan(tolerated);
  expect(job).toMatchObject({ state: 'done', documents: [], report: [{ file: 'slow.md' }] });
});
