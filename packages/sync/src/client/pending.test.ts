import { expect, test } from 'vitest';
import {
  clean,
  maySend,
  pendingAfter,
  problemOf,
  type PendingEvent,
  type PendingState,
} from './pending.ts';

const written: PendingEvent = { kind: 'written' };
const refused = (reason: string): PendingEvent => ({
  kind: 'refused',
  reason,
  detail: `because of ${reason}`,
});
const acknowledged = (isEmpty: boolean): PendingEvent => ({ kind: 'acknowledged', isEmpty });

const after = (...events: PendingEvent[]): PendingState => events.reduce(pendingAfter, clean);

test('what is written is pending until the last of it is acknowledged', () => {
  expect(after(written).kind).toBe('pending');
  expect(after(written, acknowledged(false)).kind).toBe('pending');
  expect(after(written, written, acknowledged(true))).toEqual(clean);
});

test.each([
  'not_allowed',
  'not_a_suggestion',
  'untrue_decision',
  'foreign_client',
  'structure',
  'too_large',
  'too_many_clients',
])(
  '[REF1] %s is for good: nothing is sent, whatever is acknowledged or written, until [REF2] it is tried again',
  (reason) => {
    const state = after(written, refused(reason), acknowledged(false), written, {
      kind: 'rejected',
      detail: 'x',
    });
    expect(state).toMatchObject({ kind: 'refused', reason });
    expect(maySend(state)).toBe(false);
    expect(problemOf(state)).toBe(`because of ${reason}`);
    expect(pendingAfter(state, { kind: 'retried' })).toEqual({ kind: 'pending', problem: null });
  },
);

test('[REF3] a gap and a restored backup are repaired with everything that the page has, also after a refusal', () => {
  expect(after(written, refused('gap'))).toMatchObject({ kind: 'repairing', how: 'whole' });
  expect(after(written, refused('gap'), refused('gap'))).toMatchObject({
    kind: 'repairing',
    how: 'whole',
  });
  expect(after({ kind: 'lacking' })).toMatchObject({ kind: 'repairing', how: 'whole' });
  expect(after({ kind: 'lacking' }, acknowledged(true))).toEqual(clean);
  for (const reason of ['not_allowed', 'no_room'])
    expect(after(written, refused(reason), { kind: 'lacking' }, { kind: 'retried' })).toMatchObject(
      { how: 'whole' },
    );
});

test('[REF4] words without room wait, whatever was acknowledged before them', () => {
  const state = after(written, refused('no_room'), acknowledged(false), written);
  expect(state).toMatchObject({ kind: 'repairing', how: 'room' });
  expect(maySend(state)).toBe(false);
  expect(pendingAfter(state, { kind: 'retried' }).kind).toBe('pending');
});

test('[REF5] what closed a line is tried again, and the reason stays until it is taken', () => {
  const state = after(written, { kind: 'rejected', detail: 'too long' });
  expect([maySend(state), problemOf(state)]).toEqual([true, 'too long']);
  expect(problemOf(pendingAfter(state, acknowledged(false)))).toBe('too long');
  expect(problemOf(pendingAfter(state, acknowledged(true)))).toBeNull();
});

test('[REF6] what was given up stays so', () => {
  const events = [
    written,
    refused('gap'),
    acknowledged(true),
    { kind: 'retried' },
    { kind: 'lacking' },
  ] as const;
  expect(after(written, refused('not_allowed'), { kind: 'discarded' }, ...events)).toEqual({
    kind: 'discarded',
  });
});

test('[REF7] the first refusal counts', () => {
  expect(after(written, refused('not_allowed'), refused('gap'))).toMatchObject({
    reason: 'not_allowed',
  });
});
