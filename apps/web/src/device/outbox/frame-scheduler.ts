import type { Scheduler } from '@longhand/sync/client';

/**
 * Time from the arrival of an update to the paint of it and its carets from which a page counts as
 * busy (ms).
 */
const busyFrom = 60;
/** Maximum delay of remote updates (ms). */
const longest = 500;
/**
 * Time without a frame after which the page is assumed invisible, although it is not reported as
 * hidden (ms).
 */
const unseenAfter = 2_000;

/** Browser functions used by a pace: the time (ms), and the next paint. */
export type Screen = {
  now(): number;
  after(milliseconds: number, call: () => void): void;
  /**
   * Calls back after the paint, or with false if nothing is painted for a long time: the page is
   * not visible.
   */
  drawn(call: (isDrawn: boolean) => void): void;
  /** True if the page is hidden: nothing is painted then. */
  isHidden(): boolean;
};

/**
 * Applies backpressure to remote updates if rendering is slow; otherwise they are applied at once.
 * With a very long text, rendering a character takes longer than the time until the next one. Such
 * a page pauses for as long as the last render took. At least half of its time thus remains for the
 * local user.
 */
export function createFrameScheduler({ now, after, drawn, isHidden }: Screen): Scheduler {
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

/** The browser's implementation. */
export const browserScreen: Screen = {
  now: () => performance.now(),
  after: (milliseconds, call) => void setTimeout(call, milliseconds),
  drawn(call) {
    let isTold = false;
    const tell = (isDrawn: boolean): void => {
      if (!isTold) call(isDrawn);
      isTold = true;
    };
    // Carets are painted in the frame after that of the text.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => tell(true))));
    setTimeout(() => tell(false), unseenAfter);
  },
  isHidden: () => document.visibilityState === 'hidden',
};
