import { expect, test } from 'vitest';
import type { Event } from '../../domain/events.ts';
import { createRecentEvents } from './recent.ts';

function start() {
  let time = 1_000_000;
  const recent = createRecentEvents(() => time);
  return { recent, pass: (milliseconds: number) => void (time += milliseconds) };
}

const event = (n: number): Event => ({
  name: 'job',
  to: { everyone: true },
  data: { jobId: String(n) },
});
const numbers = (events: readonly Event[] | null) =>
  events?.map(({ name, data }) => (name === 'job' ? Number(data.jobId) : null)) ?? null;

test('recent events are returned only for a time since which none can have been missed', () => {
  const { recent, pass } = start();
  recent.add(event(1));
  expect(recent.since(0)).toBeNull();
  recent.clear();
  expect(recent.since(0)).toBeNull();
  pass(6_000);
  recent.add(event(2));
  expect(numbers(recent.since(0))).toEqual([2]);
  expect(numbers(recent.since(1_000))).toEqual([2]);
  expect(recent.since(1_001)).toBeNull();
  recent.clear();
  expect(recent.since(0)).toBeNull();
});

test('includes events of five more seconds, because an event may arrive late', () => {
  const { recent, pass } = start();
  recent.clear();
  pass(60_000);
  recent.add(event(1));
  pass(4_000);
  expect(numbers(recent.since(0))).toEqual([1]);
  pass(2_000);
  expect(numbers(recent.since(0))).toEqual([]);
  expect(numbers(recent.since(1_000))).toEqual([1]);
});

test('keeps a limited number of recent events, and returns null for a time that it has forgotten', () => {
  const { recent, pass } = start();
  recent.clear();
  pass(60_000);
  for (let n = 0; n < 1_500; n += 1) {
    pass(10);
    recent.add(event(n));
  }
  expect(recent.since(20_000)).toBeNull();
  const known = numbers(recent.since(0));
  expect(known?.at(-1)).toBe(1_499);
  expect(known?.length).toBe(501);
  pass(400_000);
  recent.add(event(1_500));
  expect(recent.since(0)).toBeNull();
});
