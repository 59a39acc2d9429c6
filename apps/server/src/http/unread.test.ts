import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createUnread } from './unread.ts';

function response(): ServerResponse {
  return Object.assign(new EventEmitter(), {
    destroyed: false,
    closed: false,
  }) as unknown as ServerResponse;
}

test('responses that a user has not read are limited in bytes, separately for each user', () => {
  const unread = createUnread(100);
  const [first, second] = [response(), response()];
  // A single response may exceed the limit.
  unread.keep('ada', 150, first);
  expect(() => unread.keep('ada', 1, response())).toThrow(
    expect.objectContaining({ code: 'too_many', details: { retryAfterSeconds: 5 } }),
  );
  unread.keep('ben', 100, second);
  first.emit('close');
  unread.keep('ada', 60, response());
  unread.keep('ada', 40, response());
  expect(() => unread.keep('ada', 1, response())).toThrow(
    expect.objectContaining({ code: 'too_many' }),
  );
});

test('a response whose connection has closed is not counted as unread', () => {
  const unread = createUnread(100);
  unread.keep('ada', 90, Object.assign(response(), { destroyed: true }));
  unread.keep('ada', 90, response());
  expect(() => unread.keep('ada', 90, response())).toThrow(
    expect.objectContaining({ code: 'too_many' }),
  );
});
