import { t } from '@lingui/core/macro';
import type { Review, Reviewer } from '@longhand/contract';

/** Returns a reviewer's answer as a short text. */
export function answerOf({ verdict, isOutdated }: Reviewer): string {
  if (isOutdated) return t`Approved before the last edits`;
  switch (verdict) {
    case null:
      return t`Pending`;
    case 'approved':
      return t`Approved`;
    case 'approved_with_changes':
      return t`Approved with changes`;
    case 'work_needed':
      return t`Requested changes`;
  }
}

/** Returns the state of a round as a short text. */
export function stateOf({ state, reviewers }: Review): string {
  switch (state) {
    case 'open': {
      const count = reviewers.filter(
        ({ verdict, isOutdated }) => verdict !== null && !isOutdated,
      ).length;
      return t`${count} of ${{ count2: reviewers.length }} responded`;
    }
    case 'approved':
      return t`Approved by everyone`;
    case 'ended':
      return t`Closed`;
    case 'cancelled':
      return t`Cancelled`;
  }
}
