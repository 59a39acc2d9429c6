import type { Review, Reviewer } from '@longhand/contract';

/** What a reviewer answered, in a word or two. */
export function answerOf({ verdict, isOutdated }: Reviewer): string {
  if (isOutdated) return 'Approved before the last edits';
  switch (verdict) {
    case null:
      return 'Has not answered';
    case 'approved':
      return 'Approved';
    case 'approved_with_changes':
      return 'Approved with changes';
    case 'work_needed':
      return 'Asked for work';
  }
}

/** How a round stands, in a word or two. */
export function stateOf({ state, reviewers }: Review): string {
  switch (state) {
    case 'open': {
      const count = reviewers.filter(({ verdict, isOutdated }) => verdict !== null && !isOutdated).length;
      return `${count} of ${reviewers.length} answered`;
    }
    case 'approved':
      return 'Approved by all';
    case 'ended':
      return 'Ended';
    case 'cancelled':
      return 'Called off';
  }
}

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
