import { expect, test } from 'vitest';
import { createTestCaller, problem } from '../../api/testing.ts';
import { sendTitle } from './send-title.ts';

const asked = { id: 'letter', userId: 'ada' };

/** Sends a title to a server that answers with this status. */
async function sendTo(status: number) {
  const { call, seen } = await createTestCaller((_, response) =>
    response.writeHead(status).end(status === 200 ? '{"id":"letter"}' : problem(status, 'Locked')),
  );
  const saved: unknown[] = [];
  const result = await sendTitle(call, asked, 'One', (document) => void saved.push(document));
  return { result, saved, request: seen.at(-1) };
}

test('sends a title as its user, and passes on the document that the server returns', async () => {
  const { result, saved, request } = await sendTo(200);
  expect(result).toEqual({ kind: 'sent' });
  expect(saved).toEqual([{ id: 'letter' }]);
  expect(request?.body).toBe('{"title":"One"}');
  expect(request?.url.searchParams.get('as')).toBe('ada');
});

test.each([400, 403, 404, 409, 413, 422])(
  'a title that is answered with %i is refused: it is not sent again',
  async (status) => {
    const { result, saved } = await sendTo(status);
    expect(result).toEqual({ kind: 'refused', reason: 'Locked.' });
    expect(saved).toEqual([]);
  },
);

test.each([401, 408, 429, 500, 502, 503, 507])(
  'a title that is answered with %i has failed: it is sent again',
  async (status) => {
    const { result, saved } = await sendTo(status);
    expect(result).toEqual({ kind: 'failed' });
    expect(saved).toEqual([]);
  },
);

test('a title has failed if there is no connection, or the page aborts the request', async () => {
  for (const error of [new TypeError('Failed to fetch'), new DOMException('', 'AbortError')]) {
    const result = await sendTitle(
      () => Promise.reject(error),
      asked,
      'One',
      () => undefined,
    );
    expect(result).toEqual({ kind: 'failed' });
  }
});
