import { strToU8, zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import type { Job } from '@longhand/contract';
import { openTestApp, type Member } from '../../app.testing.ts';
import { usualImportTimes } from './deps.ts';

const host = await openTestApp({}, { importTimes: { ...usualImportTimes, turnMs: 0 } });
afterAll(() => host.close());

/** Uploads a zip with so many texts. Returns the id of the import, which has not begun. */
async function bring(member: Member, count: number): Promise<string> {
  const texts = Array.from({ length: count }, (_, at) => [`${at}.md`, strToU8(`# Text ${at}`)]);
  const zip = zipSync(Object.fromEntries(texts) as Record<string, Uint8Array>);
  const head = '--edge\r\nContent-Disposition: form-data; name="files"; filename="all.zip"\r\n\r\n';
  const raw = Buffer.concat([Buffer.from(head), zip, Buffer.from('\r\n--edge--\r\n')]);
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  const answer = await member.call('POST', '/api/v1/documents/import', { raw, headers });
  expect(answer.status).toBe(202);
  return (answer.body as unknown as { jobId: string }).jobId;
}

const jobOf = async (member: Member, id: string) =>
  (await member.call('GET', `/api/v1/jobs/${id}`)).body as unknown as Job;

test('an import of many texts is interrupted after its turn, for the imports of other users', async () => {
  const [dora, emil] = await host.members('dora', 'emil');
  const [large, small] = [await bring(dora, 10), await bring(emil, 1)];
  // Runs one job of each queued import, without the jobs that these enqueue.
  await host.jobs.runDue({ later: true });
  expect(await jobOf(emil, small)).toMatchObject({ state: 'done', documents: [{}] });
  expect(await jobOf(dora, large)).toMatchObject({ state: 'running', documents: [{}] });
  await host.jobs.runDue();
  const { state, documents } = await jobOf(dora, large);
  expect([state, documents.length]).toEqual(['done', 10]);
});

test('an import above its time limit creates no more documents and reports the texts left', async () => {
  const fred = await host.member('fred');
  const id = await bring(fred, 3);
  await host.jobs.runDue({ later: true });
  await host.db
    .updateTable('imports')
    .set({ spent_ms: usualImportTimes.totalMaxMs + 1 })
    .where('id', '=', id)
    .execute();
  await host.jobs.runDue();
  const message = 'This import took too long. No document was created.';
  expect(await jobOf(fred, id)).toMatchObject({
    state: 'done',
    documents: [{ title: 'Text 0' }],
    report: [
      { file: '1.md', message },
      { file: '2.md', message },
    ],
  });
});
