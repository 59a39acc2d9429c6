import { beforeEach, expect, test } from 'vitest';
import { noticeFrame } from '../protocol/frame.ts';
import { open, openAnew, server, settle, stored, wait, write } from '../testing/linked-page.ts';

beforeEach(openAnew);

test('[WIRE5] a page answers how long its last acknowledged write took, and only if it is asked', async () => {
  const page = open('ada', 1);
  await settle();
  server.isThere = false;
  page.link.drop();
  write(page.doc, 'typed without a connection');
  await wait(4_000);
  server.isThere = true;
  await wait(6_000);
  expect([stored().includes('typed without'), server.timings]).toEqual([true, []]);
  for (const id of [2, 1, 0]) page.send(noticeFrame({ kind: 'timing', id }));
  await settle();
  const [answer] = server.timings;
  expect(server.timings).toEqual([
    { type: 'timing', id: 1, waited: expect.any(Number), total: expect.any(Number) },
  ]);
  expect(answer?.waited).toBeGreaterThanOrEqual(4_000);
  expect(answer?.total).toBe(answer?.waited);
  page.link.close();
});
