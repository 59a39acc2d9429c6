import type { Review, Reviewer } from '@longhand/contract';

/** Returns a reviewer's answer as a short text. */
export function answerOf({ verdict, isOutdated }: Reviewer): string {
  if (isOutdated) return 'Approved before the last edits';
  switch (verdict) {
    case null:
      return 'Pending';
    case 'approved':
      return 'Approved';
    case 'approved_with_changes':
      return 'Approved with changes';
    case 'work_needed':
      return 'Requested changes';
  }
}

/** Returns the state of a round as a short text. */
export function stateOf({ state, reviewers }: Review): string {
  switch (state) {
    case 'open': {
      const count = reviewers.filter(
        ({ verdict, isOutdated }) => verdict !== null && !isOutdated,
      ).length;
      return `${count} of ${reviewers.length} responded`;
    }
    case 'approved':
      return 'Approved by everyone';
    case 'ended':
      return 'Closed';
    case 'cancelled':
      return 'Cancelled';
  }
}
