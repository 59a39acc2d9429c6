import type { Link, SavedMark } from '@longhand/sync/client';
import { savedWords } from './saved.ts';

/** Delay before showing "Saved", so that the indicator does not flicker while typing (ms). */
const quiet = 300;

/** The displayed mark of a link, as an external store for React. */
export type ShownMark = { subscribe(changed: () => void): () => void; now(): SavedMark };

/**
 * Creates the displayed mark of a link. Unsaved states are shown at once, "Saved" after a short
 * delay.
 */
export function shownMarkOf(link: Pick<Link, 'state' | 'onChange'>): ShownMark {
  let shown = link.state.saved;
  return {
    now: () => shown,
    subscribe(changed) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const show = (): void => {
        // A link creates its mark anew with each change.
        if (savedWords(shown) === savedWords(link.state.saved)) return;
        shown = link.state.saved;
        changed();
      };
      const heard = (): void => {
        clearTimeout(timer);
        if (link.state.saved.kind === 'saved' && shown.kind === 'saving')
          timer = setTimeout(show, quiet);
        else show();
      };
      heard();
      const stop = link.onChange(heard);
      return () => {
        clearTimeout(timer);
        stop();
      };
    },
  };
}
