import type { Link, SavedMark } from '@longhand/sync';

/** Milliseconds for which all has been saved before it is said: who types would see two words take turns with each letter. */
const quiet = 300;

/** The mark of a link as it is shown. */
export type ShownMark = { subscribe(changed: () => void): () => void; now(): SavedMark };

/** Shows a link's mark: whatever is not saved at once, that all is saved once it has been so for a moment. */
export function shownMarkOf(link: Pick<Link, 'state' | 'onChange'>): ShownMark {
  let shown = link.state.saved;
  return {
    now: () => shown,
    subscribe(changed) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const show = (): void => {
        if (shown === link.state.saved) return;
        shown = link.state.saved;
        changed();
      };
      const heard = (): void => {
        clearTimeout(timer);
        if (link.state.saved.kind === 'saved' && shown.kind === 'saving') timer = setTimeout(show, quiet);
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
