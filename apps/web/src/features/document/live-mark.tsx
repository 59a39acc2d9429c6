import type { Link, SavedMark as Mark } from '@longhand/sync/client';
import { useMemo, useSyncExternalStore } from 'react';
import { worseOf } from './saved.ts';
import { SavedMark } from './saved-mark.tsx';
import { shownMarkOf } from './shown-mark.ts';

/**
 * Saved mark of an open document. A separate component, so that typing does not rerender its
 * surroundings.
 */
export function LiveMark({ link, title }: { link: Link; title: Mark }) {
  const { subscribe, now } = useMemo(() => shownMarkOf(link), [link]);
  return <SavedMark mark={worseOf(useSyncExternalStore(subscribe, now), title)} />;
}
