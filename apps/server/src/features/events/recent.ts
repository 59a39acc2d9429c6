import type { Event } from '../../domain/events.ts';

/** Maximum number of stored events, and the time for which they are stored (ms). */
const eventsMax = 1_000;
const retentionMs = 300_000;

/**
 * Time by which events may arrive later than the data that they concern was read (ms): the delay of
 * the notification channel.
 */
const delay = 5_000;

/** The events of the last minutes, for pages that read their data before their stream began. */
export type RecentEvents = {
  add(event: Event): void;
  /** Forgets all events, because some may have been missed. */
  clear(): void;
  /** Returns the events of the last `age` ms; null if they are not all known. */
  since(age: number): readonly Event[] | null;
};

/**
 * Creates the {@link RecentEvents}. They are unknown until the first {@link RecentEvents.clear}.
 *
 * @param now returns a time (ms) that never jumps
 */
export function createRecentEvents(now: () => number): RecentEvents {
  let events: { readonly at: number; readonly event: Event }[] = [];
  let completeFrom = Infinity;
  return {
    add(event) {
      const at = now();
      events.push({ at, event });
      if (events.length <= eventsMax && (events[0]?.at ?? at) >= at - retentionMs) return;
      events = events.slice(-eventsMax / 2).filter((each) => each.at >= at - retentionMs);
      completeFrom = Math.max(completeFrom, events[0]?.at ?? at);
    },
    clear() {
      events = [];
      completeFrom = now();
    },
    since(age) {
      const from = now() - age - delay;
      if (from < completeFrom) return null;
      return events.filter(({ at }) => at >= from).map(({ event }) => event);
    },
  };
}
