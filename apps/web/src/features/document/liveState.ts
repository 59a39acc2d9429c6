import type { LinkState, SavedMark } from '@longhand/sync';

/** A mark that says more than that all is in order. */
export type Trouble = Exclude<SavedMark, { kind: 'saving' | 'saved' }>;

/** What a whole page has to know of its link. Not whether the last letter is saved, which changes twice with each: see `useSavedMark`. */
export type LiveState = Pick<LinkState, 'synced' | 'held' | 'role' | 'right' | 'ended'> & { readonly trouble: Trouble | null };

/** See {@link LiveState}. */
export function stateOf({ synced, held, role, right, ended, saved }: LinkState): LiveState {
  return { synced, held, role, right, ended, trouble: saved.kind === 'saving' || saved.kind === 'saved' ? null : saved };
}

/** `before` where `now` says the same, so that nothing is drawn anew. */
export function sameState(before: LiveState | null, now: LiveState): LiveState {
  const isSame =
    before !== null &&
    before.synced === now.synced &&
    before.held === now.held &&
    before.role === now.role &&
    before.right === now.right &&
    before.ended === now.ended &&
    reasonOf(before.trouble) === reasonOf(now.trouble);
  return isSame ? before : now;
}

function reasonOf(trouble: Trouble | null): string | null {
  return trouble?.kind === 'not_saved' ? trouble.reason : (trouble?.kind ?? null);
}
