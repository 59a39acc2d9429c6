import type { NotificationKind, NotificationSettings } from '@longhand/contract';

const quarter = 15 * 60_000;

/** The hour on the clocks of a time zone, and the minute. */
function clockIn(timeZone: string): (at: number) => { hour: number; minute: number } {
  const format = new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });
  return (at) => {
    const parts = format.formatToParts(at);
    const part = (type: 'hour' | 'minute'): number => Number(parts.find((one) => one.type === type)?.value);
    return { hour: part('hour'), minute: part('minute') };
  };
}

/** The next time that clocks there show this full hour, after `after`. Looked for by quarters, so that every time zone and every change of clocks is met. */
function nextAt(hour: number, timeZone: string, after: number): number {
  const clock = clockIn(timeZone);
  let at = (Math.floor(after / quarter) + 1) * quarter;
  // Two days, because on one an hour may be left out.
  for (const last = after + 49 * 3_600_000; at < last; at += quarter) {
    const shown = clock(at);
    if (shown.hour === hour && shown.minute === 0) return at;
  }
  return at;
}

function isQuiet(hour: number, { from, to }: { from: number; to: number }): boolean {
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to;
}

/** When mail is to tell of something of this kind that happens at `now` (milliseconds); null for never. In quiet hours it waits until they end. */
export function mailDueAt(settings: NotificationSettings, kind: NotificationKind, now: number): number | null {
  const { mail, dailyAt, quietHours, timeZone } = settings;
  const when = mail[kind];
  if (when === 'never') return null;
  const due = when === 'at_once' ? now : nextAt(dailyAt, timeZone, now);
  if (quietHours === null || !isQuiet(clockIn(timeZone)(due).hour, quietHours)) return due;
  return nextAt(quietHours.to, timeZone, due);
}
