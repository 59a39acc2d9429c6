import type { Link, SavedMark as Mark } from '@longhand/sync';
import { useMemo, useSyncExternalStore } from 'react';
import { worseOf } from './saved.ts';
import { SavedMark } from './SavedMark.tsx';
import { shownMarkOf } from './shownMark.ts';

/** How safe the words of an open document are. Drawn by itself: what stands around it has nothing to do with each letter. */
export function LiveMark({ link, title }: { link: Link; title: Mark }) {
  const { subscribe, now } = useMemo(() => shownMarkOf(link), [link]);
  return <SavedMark mark={worseOf(useSyncExternalStore(subscribe, now), title)} />;
}
