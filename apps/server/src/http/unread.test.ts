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

test('answers that a caller does not read wait up to a number of bytes, and others are not kept from theirs', () => {
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

test('an answer whose caller has hung up before it was made waits for nobody', () => {
  const unread = createUnread(100);
  unread.keep('ada', 90, Object.assign(response(), { destroyed: true }));
  unread.keep('ada', 90, response());
  expect(() => unread.keep('ada', 90, response())).toThrow(
    expect.objectContaining({ code: 'too_many' }),
  );
});
