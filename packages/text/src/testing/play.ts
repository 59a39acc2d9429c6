import type { Node } from '@tiptap/pm/model';
import fc from 'fast-check';
import { actNames, anyAct, type Act } from './acts.ts';
import { anyDocument } from './documents.ts';
import { reviewer, type Choice } from './choices.ts';
import { People, type Arrival } from './people.ts';

/**
 * The next act of a user, and the updates that arrive after it. `check`: 0 runs the expensive
 * checks as well.
 */
type Turn = {
  readonly who: number;
  readonly what: 'act' | 'undo' | 'redo' | 'decide' | 'duel';
  readonly act: Act;
  readonly isSuggested: boolean;
  readonly choice: Choice;
  readonly isAlike: boolean;
  readonly to: number;
  readonly arrival: Arrival;
  readonly check: number;
};

/** Relative frequency of each kind of turn. */
export type Weights = Readonly<Record<Turn['what'], number>>;

const place = fc.integer({ min: 0, max: 1000 });
const choice: fc.Arbitrary<Choice> = fc.record({
  verdict: fc.constantFrom('accept' as const, 'reject' as const),
  by: fc.constantFrom(
    'one' as const,
    'one' as const,
    'person' as const,
    'selection' as const,
    'all' as const,
  ),
  which: fc.nat(1000),
  from: place,
  to: place,
});

const turnOf = (weights: Weights): fc.Arbitrary<Turn> =>
  fc.record({
    who: fc.nat(2),
    what: fc.oneof(
      ...Object.entries(weights).map(([what, weight]) => ({
        weight,
        arbitrary: fc.constant(what as Turn['what']),
      })),
    ),
    act: anyAct,
    isSuggested: fc.boolean(),
    choice,
    isAlike: fc.boolean(),
    to: fc.nat(2),
    arrival: fc.record({ which: fc.array(fc.nat(1000), { maxLength: 6 }), isKept: fc.boolean() }),
    check: fc.nat(11),
  });

/** Kinds of acts that are counted separately. */
const kinds: readonly string[] = [
  ...actNames.flatMap((name) => [name, `${name} as a suggestion`]),
  'undo',
  'redo',
  ...['accept', 'reject'].flatMap((verdict) =>
    ['one', 'person', 'selection', 'all'].map((by) => `${verdict} ${by}`),
  ),
  'both alike',
  'both differently',
];

/** Plays random acts of three users, and counts them. */
export class Play {
  readonly counts = new Map<string, number>(kinds.map((kind) => [kind, 0]));
  acts = 0;
  arrivals = 0;

  /**
   * Plays until this total number of acts is reached, about eighty in each document. Fails with
   * fast-check's report of the shortest failing sequence.
   */
  reach(acts: number, weights: Weights, seed: number): void {
    const turns = fc.array(turnOf(weights), { minLength: 60, maxLength: 140, size: 'max' });
    const order = fc.array(fc.nat(1000), { minLength: 1, maxLength: 7 });
    for (let next = seed; this.acts < acts; next += 1)
      fc.assert(
        fc.property(anyDocument, turns, order, (doc, all, last) => this.play(doc, all, last)),
        // Shrinking stops after a minute.
        { numRuns: 10, seed: next, interruptAfterTimeLimit: 60_000 },
      );
  }

  /** Returns the kinds of acts that were too rare: less than one in `most` acts. */
  missing(most: number): string[] {
    return kinds
      .filter((kind) => (this.counts.get(kind) ?? 0) < this.acts / most)
      .map((kind) => `${kind}: ${this.counts.get(kind)}`);
  }

  /** Plays one document, and checks its final state. */
  play(doc: Node, turns: readonly Turn[], last: readonly number[]): void {
    const people = new People(doc, (name) => this.#count(name));
    for (const turn of turns) {
      try {
        take(people, turn);
      } catch (error) {
        throw new Error(`${error instanceof Error ? error.message : ''}, by ${textOf(turn)}`, {
          cause: error,
        });
      }
    }
    people.finish(last);
  }

  #count(name: string): void {
    if (name.startsWith('arrival')) this.arrivals += 1;
    else {
      this.acts += 1;
      this.counts.set(name, (this.counts.get(name) ?? 0) + 1);
    }
  }
}

/** Describes a turn, for the message of a failure. */
function textOf({ who, what, act, isSuggested, choice: chosen }: Turn): string {
  const detail = what === 'act' ? act : what === 'decide' || what === 'duel' ? chosen : '';
  return `${what} of ${who}${isSuggested ? ' (suggested)' : ''} ${JSON.stringify(detail)}`;
}

function take(
  people: People,
  { who, what, act, isSuggested, choice: chosen, isAlike, to, arrival, check }: Turn,
): void {
  const isChecked = check === 0;
  if (what === 'act') people.act(who, act, isSuggested || who === reviewer, isChecked);
  else if (what === 'undo' || what === 'redo') people.undo(who, what, isChecked);
  else if (what === 'duel') people.duel(chosen, isAlike, isChecked);
  else people.decide(who, who === reviewer ? { ...chosen, verdict: 'reject' } : chosen, isChecked);
  people.deliver(to, arrival);
}
