/** A day as people say it, and whether it is over. `today` is a day in the same notation. */
export function dueOf(dueOn: string, today: string): { text: string; isLate: boolean } {
  const day = new Date(`${dueOn}T12:00:00Z`).toLocaleDateString('en', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return { text: dueOn === today ? 'Due today' : `Due ${day}`, isLate: dueOn < today };
}

/** Today where the person is, as ISO 8601 writes it. */
export function todayOf(now: Date): string {
  const [year, month, day] = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}
