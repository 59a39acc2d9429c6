import { readServerFrame, type ServerFrame } from '../protocol/frame.ts';
import type { Line, Scheduler } from './link-types.ts';
import { Malformed } from '../protocol/reader.ts';

/** Frames that have arrived and are not applied yet. */
export type RemoteQueue = {
  /**
   * Queues a frame, or applies it at once if it is not a remote change. A malformed frame closes
   * the line: reconnecting delivers everything again.
   */
  read(line: Line, bytes: Uint8Array): void;
  /** Applies all queued frames now. */
  deliver(): void;
};

type Frame = { readonly line: Line; readonly frame: ServerFrame };

/**
 * Creates the queue that applies remote changes at the pace of the page. Changes that queued up
 * meanwhile are applied as one batch (`together`), so that a slow page renders several characters
 * in the time of one. Frames are applied in order of arrival, except acknowledgements, which are
 * applied at once.
 */
export function createRemoteQueue({
  scheduler,
  take,
  together,
}: {
  readonly scheduler: Scheduler;
  readonly take: (line: Line, frame: ServerFrame) => void;
  readonly together: (act: () => void) => void;
}): RemoteQueue {
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
      // The frames after it are dropped: a new line delivers all of them again.
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
      // An acknowledgement concerns local writes only, so *Saved* must not wait for remote changes.
      if (frame.type === 'ack') return take(line, frame);
      // The entry of an own change shows nothing, but must not overtake the entries before it.
      if (isEmptyEntry(frame) && waiting.length === 0) return take(line, frame);
      waiting.push({ line, frame });
      if (!isOfOthers(frame)) deliver();
      else if (waiting.length === 1) scheduler(deliver);
    },
    deliver,
  };
}

/** Index after the run of entries and awareness frames that begins at `at`. */
function endOfOthers(frames: readonly Frame[], at: number): number {
  let end = at;
  for (let next = frames[end]; next !== undefined && isOfOthers(next.frame); next = frames[end])
    end += 1;
  return end;
}

function isEmptyEntry(frame: ServerFrame): boolean {
  return frame.type === 'entry' && frame.updates.length === 0;
}

function isOfOthers({ type }: ServerFrame): boolean {
  return type === 'entry' || type === 'awareness';
}
