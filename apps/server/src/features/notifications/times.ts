import type { NotificationKind, NotificationSettings } from '@longhand/contract';

const quarter = 15 * 60_000;

/** Returns a function for the hour and minute in a time zone. */
function clockIn(timeZone: string): (at: number) => { hour: number; minute: number } {
  const format = new Intl.DateTimeFormat('en', {
    timeZone,
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  });
  return (at) => {
    const parts = format.formatToParts(at);
    const part = (type: 'hour' | 'minute'): number =>
      Number(parts.find((one) => one.type === type)?.value);
    return { hour: part('hour'), minute: part('minute') };
  };
}

/**
 * Returns the next time after `after` at which clocks in the time zone show this full hour (ms).
 * Searches in quarter hours, which covers every time zone and clock change.
 */
function nextAt(hour: number, timeZone: string, after: number): number {
  const clock = clockIn(timeZone);
  let at = (Math.floor(after / quarter) + 1) * quarter;
  // Two days, because a clock change may skip the hour on one day.
  for (const last = after + 49 * 3_600_000; at < last; at += quarter) {
    const shown = clock(at);
    if (shown.hour === hour && shown.minute === 0) return at;
  }
  return at;
}

function isQuiet(hour: number, { from, to }: { from: number; to: number }): boolean {
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
}

/**
 * Returns the time to mail a notification of this kind created at `now` (ms), or null for never. In
 * quiet hours it is delayed until they end.
 */
export function mailDueAt(
  settings: NotificationSettings,
  kind: NotificationKind,
  now: number,
): number | null {
  const { mail, dailyAt, quietHours, timeZone } = settings;
  const when = mail[kind];
  if (when === 'never') return null;
  const due = when === 'at_once' ? now : nextAt(dailyAt, timeZone, now);
  if (quietHours === null || !isQuiet(clockIn(timeZone)(due).hour, quietHours)) return due;
  return nextAt(quietHours.to, timeZone, due);
}
