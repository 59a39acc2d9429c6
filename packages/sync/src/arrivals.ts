import { readServerFrame, type ServerFrame } from './frame.ts';
import type { Line, Pace } from './link-types.ts';
import { Malformed } from './reader.ts';

/** Frames that have arrived and are not taken yet. */
export type Arrivals = {
  /** Takes a frame, now or when the page has time for it. One that makes no sense ends the line: a new one brings everything again. */
  read(line: Line, bytes: Uint8Array): void;
  /** Takes all that waits, now. */
  deliver(): void;
};

type Frame = { readonly line: Line; readonly frame: ServerFrame };

/**
 * Takes frames in the order in which they came, at the pace of the page. What others did meanwhile is taken as one (`together`): a page that has
 * got behind shows ten letters in the time of one.
 */
export function createArrivals({
  pace,
  take,
  together,
}: {
  readonly pace: Pace;
  readonly take: (line: Line, frame: ServerFrame) => void;
  readonly together: (act: () => void) => void;
}): Arrivals {
  let waiting: Frame[] = [];

  function deliver(): void {
    const frames = waiting;
    waiting = [];
    let at = 0;
    try {
      while (at < frames.length) {
        const end = endOfOthers(frames, at);
        if (end - at > 1) together(() => frames.slice(at, end).forEach(one));
        else one(frames[at] as Frame);
        at = Math.max(end, at + 1);
      }
    } catch (error) {
      // What came after it is not taken; a new line brings all of it.
      frames[at]?.line.close();
      throw error;
    }
  }

  function one({ line, frame }: Frame): void {
    take(line, frame);
  }

  return {
    read(line, bytes) {
      let frame: ServerFrame;
      try {
        frame = readServerFrame(bytes);
      } catch (error) {
        if (!(error instanceof Malformed)) throw error;
        return line.close();
      }
      waiting.push({ line, frame });
      if (waiting.length === 1) pace(deliver);
    },
    deliver,
  };
}

/** Where the words and the carets of others end that begin at `at`. */
function endOfOthers(frames: readonly Frame[], at: number): number {
  let end = at;
  while (frames[end]?.frame.type === 'entry' || frames[end]?.frame.type === 'awareness') end += 1;
  return end;
}
