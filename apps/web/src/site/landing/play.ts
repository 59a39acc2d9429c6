import type { SheetRoom } from './room.ts';
import { lettersOf, perform, seatWriter } from './writer.ts';
import { scripts, type Step } from './scripts.ts';
import { opening, writers, type WriterName } from './sheet-text.ts';

/**
 * Environment of the scripts. `after` runs a callback once and returns a function that cancels it;
 * `mayGoOn` false pauses all writers.
 */
export type PlayOptions = {
  readonly after: (milliseconds: number, run: () => void) => () => void;
  readonly mayGoOn: () => boolean;
  readonly ended: () => void;
};

/** Time until a waiting writer retries (ms). */
const lookAgain = 400;

/**
 * Returns the duration of a step (ms): a pause after each word, and different times for adjacent
 * characters.
 */
function timeOf(step: Step): number {
  switch (step.does) {
    case 'rest':
      return step.for;
    case 'write':
      return step.text === ' ' ? 130 : 55 + (((step.text.codePointAt(0) ?? 0) * 37) % 70);
    case 'erase':
      return 120;
    default:
      return 300;
  }
}

/** Places both writers where the built page shows them. */
export function seatWriters(room: SheetRoom) {
  const visitorId = () => room.visitor.doc.clientID;
  const ines = seatWriter(room.ines, writers.ines, visitorId);
  const tomas = seatWriter(room.tomas, writers.tomas, visitorId);
  const from = opening.first.before.length;
  ines.select(1, from, from + opening.first.selected.length);
  tomas.standAtEndOf(2);
  return { ines, tomas };
}

/** Runs both scripts until their end. Returns a function that stops them. */
export function play(
  seated: ReturnType<typeof seatWriters>,
  { after, mayGoOn, ended }: PlayOptions,
): () => void {
  const stops = new Map<WriterName, () => void>();

  function follow(name: WriterName): void {
    const steps = lettersOf(scripts[name]);
    let at = 0;
    const next = (): void => {
      const step = steps[at];
      const done = step === undefined ? 'gone' : mayGoOn() ? perform(seated[name], step) : 'waits';
      if (step === undefined || done === 'gone') {
        stops.delete(name);
        if (stops.size === 0) ended();
        return;
      }
      if (done === 'done') at += 1;
      stops.set(name, after(done === 'done' ? timeOf(step) : lookAgain, next));
    };
    stops.set(name, after(0, next));
  }

  follow('tomas');
  follow('ines');
  return () => {
    for (const stop of stops.values()) stop();
    stops.clear();
  };
}
