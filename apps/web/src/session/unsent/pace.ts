import type { Pace } from '@longhand/sync';

/** Milliseconds from the arrival of something to the picture of it and of the carets that come with it, from which on a page has enough to do. */
const busyFrom = 60;
/** The longest that the words of others wait for a page, milliseconds. */
const longest = 500;
/** Milliseconds without a frame after which nobody sees the page, although it is not said to be hidden. */
const unseenAfter = 2_000;

/** What a pace needs of the browser: its time, in milliseconds, and when the next picture has been drawn. */
export type Screen = {
  now(): number;
  after(milliseconds: number, call: () => void): void;
  /** Calls back once it is drawn, or with false where nothing is drawn for a long while: nobody sees the page. */
  drawn(call: (isDrawn: boolean) => void): void;
  /** Nothing is drawn while nobody sees it. */
  isHidden(): boolean;
};

/**
 * Lets a page take what others write at once, as long as it shows it soon. One with a very long text takes longer to show a letter than the next one
 * takes to come: such a page gets as long a rest as the last picture took, so that at least half of its time is left for whoever writes there.
 */
export function createPace({ now, after, drawn, isHidden }: Screen): Pace {
  let took = 0;
  let isShowing = false;
  let waiting: (() => void) | null = null;

  function go(deliver: () => void): void {
    const began = now();
    deliver();
    if (isShowing || isHidden()) return;
    isShowing = true;
    drawn((isDrawn) => {
      took = isDrawn ? now() - began : 0;
      after(isBusy() ? Math.min(took, longest) : 0, next);
    });
  }

  function next(): void {
    isShowing = false;
    const deliver = waiting;
    waiting = null;
    if (deliver !== null) go(deliver);
  }

  function isBusy(): boolean {
    return took >= busyFrom;
  }

  return (deliver) => {
    if (isShowing && isBusy() && !isHidden()) waiting = deliver;
    else go(deliver);
  };
}

/** The browser's screen. */
export const browserScreen: Screen = {
  now: () => performance.now(),
  after: (milliseconds, call) => void setTimeout(call, milliseconds),
  drawn(call) {
    let isTold = false;
    const tell = (isDrawn: boolean): void => {
      if (!isTold) call(isDrawn);
      isTold = true;
    };
    // Carets are drawn with the frame after that of the words.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => tell(true))));
    setTimeout(() => tell(false), unseenAfter);
  },
  isHidden: () => document.visibilityState === 'hidden',
};
