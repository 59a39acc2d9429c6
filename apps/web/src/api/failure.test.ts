import { expect, test } from 'vitest';
import { ApiFailure, sentenceOf } from './failure.ts';

const sentenceFor = (code: string, status: number): string =>
  sentenceOf(
    new ApiFailure(
      status,
      JSON.stringify({ code, status, detail: 'A sentence.', requestId: 'the-id', errors: [] }),
    ),
  );

test('the sentence of an internal error has the request id, so that a user can report it', () => {
  expect(sentenceFor('bug', 500)).toBe('A sentence. Request id: the-id');
});

test.each([
  ['not_ready', 503],
  ['not_found', 404],
])('the sentence of the refusal %s has no request id', (code, status) => {
  expect(sentenceFor(code, status)).toBe('A sentence.');
});
