import type { LinkState, SavedMark } from '@longhand/sync/client';

/** A saved mark for an exceptional state. */
export type Trouble = Exclude<SavedMark, { kind: 'saving' | 'saved' }>;

/**
 * State of the link for a whole page. Excludes saving and saved, which change twice for each
 * character: see `shownMarkOf`.
 */
export type LiveState = Pick<LinkState, 'synced' | 'held' | 'right' | 'ended'> & {
  readonly trouble: Trouble | null;
};

/** Returns the {@link LiveState} of a link state. */
export function stateOf({ synced, held, right, ended, saved }: LinkState): LiveState {
  return {
    synced,
    held,
    right,
    ended,
    trouble: saved.kind === 'saving' || saved.kind === 'saved' ? null : saved,
  };
}

/** Returns `before` if it is equal to `now`, to avoid a rerender. */
export function sameState(before: LiveState | null, now: LiveState): LiveState {
  const isSame =
    before !== null &&
    before.synced === now.synced &&
    before.held === now.held &&
    before.right === now.right &&
    before.ended === now.ended &&
    reasonOf(before.trouble) === reasonOf(now.trouble);
  return isSame ? before : now;
}

function reasonOf(trouble: Trouble | null): string | null {
  return trouble?.kind === 'not_saved' ? trouble.reason : (trouble?.kind ?? null);
}
