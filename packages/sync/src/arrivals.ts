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
 * Takes what others did at the pace of the page, and what came meanwhile as one (`together`): a page that has got behind shows
 * ten letters in the time of one. All frames are taken in the order in which they came, but acknowledgements, which are taken at
 * once.
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
      // The frames after it are not taken; a new line brings all of them.
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
      // It is about what was written here, and *Saved* waits for nobody.
      if (frame.type === 'ack') return take(line, frame);
      waiting.push({ line, frame });
      if (!isOfOthers(frame)) deliver();
      else if (waiting.length === 1) pace(deliver);
    },
    deliver,
  };
}

/** Where the words and the carets of others end that begin at `at`. */
function endOfOthers(frames: readonly Frame[], at: number): number {
  let end = at;
  for (let next = frames[end]; next !== undefined && isOfOthers(next.frame); next = frames[end]) end += 1;
  return end;
}

function isOfOthers({ type }: ServerFrame): boolean {
  return type === 'entry' || type === 'awareness';
}
