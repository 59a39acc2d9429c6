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

test('updates are pending until the last one is acknowledged', () => {
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
  '[REF1] after the refusal %s nothing is sent, despite acknowledgements and edits, until [REF2] a retry',
  (reason) => {
    const state = after(written, refused(reason), acknowledged(false), written, {
      kind: 'rejected',
      detail: 'x',
    });
    expect(state).toMatchObject({ kind: 'refused', reason });
    expect(maySend(state)).toBe(false);
    expect(problemOf(state)).toEqual({ code: reason, reason: `because of ${reason}` });
    expect(pendingAfter(state, { kind: 'retried' })).toEqual({ kind: 'pending', problem: null });
  },
);

test('[REF3] a gap and a restored backup are repaired by sending the whole state, also after a refusal', () => {
  expect(after(written, refused('gap'))).toMatchObject({ kind: 'repairing', how: 'whole' });
  expect(after(written, refused('gap'), refused('gap'))).toMatchObject({
    kind: 'repairing',
    how: 'whole',
  });
  expect(after({ kind: 'lacking' })).toMatchObject({ kind: 'repairing', how: 'whole' });
  expect(after({ kind: 'lacking' }, acknowledged(true))).toEqual(clean);
  for (const reason of ['not_allowed', 'disk_full'])
    expect(after(written, refused(reason), { kind: 'lacking' }, { kind: 'retried' })).toMatchObject(
      { how: 'whole' },
    );
});

test('[REF4] updates refused for lack of disk space wait, even when earlier ones are acknowledged', () => {
  const state = after(written, refused('disk_full'), acknowledged(false), written);
  expect(state).toMatchObject({ kind: 'repairing', how: 'wait' });
  expect(maySend(state)).toBe(false);
  expect(pendingAfter(state, { kind: 'retried' }).kind).toBe('pending');
});

test('[REF5] an update that closed the connection is retried, and the reason stays until all are acknowledged', () => {
  const state = after(written, { kind: 'rejected', detail: 'too long' });
  const rejected = { code: 'rejected', reason: 'too long' };
  expect([maySend(state), problemOf(state)]).toEqual([true, rejected]);
  expect(problemOf(pendingAfter(state, acknowledged(false)))).toEqual(rejected);
  expect(problemOf(pendingAfter(state, acknowledged(true)))).toBeNull();
});

test('[REF6] discarded updates stay discarded', () => {
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

test('[REF7] the first refusal determines the reason', () => {
  expect(after(written, refused('not_allowed'), refused('gap'))).toMatchObject({
    reason: 'not_allowed',
  });
});
