import { suggestionsOf } from '@longhand/document';
import { create, uint32 } from 'lib0/prng';
import * as Y from 'yjs';
import { decide } from '../suggestions/decide.ts';
import { doAnything, pause, putCaret, write, type Draw } from './acts.ts';
import { saidBy, shownBy, sitDown, type Seat } from './seats.ts';

/** Result of a round: number of actions, and errors as text; empty if there were none. */
export type Outcome = { readonly acts: number; readonly wrong: readonly string[] };

declare global {
  interface Window {
    playRound?: typeof playRound;
  }
}

const firstText =
  '<p>Some words to begin with.</p><p>And a second line of them.</p><h1>A heading</h1><ul><li><p>one</p></li><li><p>two</p></li></ul><p></p>';

/** Name of the user who types unique words, and does not suggest. */
const writer = 'ada';

/** Delivers the updates between seats. */
type Post = {
  /** All sent updates, in order. */
  readonly all: readonly Uint8Array[];
  /** Sends the next updates of a seat; the others have not applied them yet. */
  send(from: Seat, count: number): void;
  /** Sends and applies all updates, until there are no more. */
  sendAll(): Promise<void>;
};

function createPost(seats: readonly Seat[]): Post {
  const all: Uint8Array[] = [];
  const send = (from: Seat, count: number): void => {
    for (const update of from.unsent.splice(0, count)) {
      all.push(update);
      for (const seat of seats) if (seat !== from) seat.arrived.push(update);
    }
  };
  return {
    all,
    send,
    async sendAll() {
      // Receiving an update may create another one, such as a repair or a text block.
      for (let i = 0; i < 6; i += 1) {
        for (const seat of seats) send(seat, seat.unsent.length);
        for (const seat of seats) seat.take(seat.arrived.splice(0), false);
        await pause();
      }
    },
  };
}

/** Adds an error for each editor that does not show the content of its shared text. */
function compare(seats: readonly Seat[], when: string, wrong: string[]): void {
  for (const seat of seats) {
    const [shown, said] = [shownBy(seat), saidBy([Y.encodeStateAsUpdate(seat.doc)], seat)];
    if (shown !== said)
      wrong.push(
        `${when}, ${seat.name} is shown what the shared text does not say: ${differenceOf(shown, said)}`,
      );
  }
}

/** Performs an action of one seat. Returns its description. */
async function actOnce(seat: Seat, step: number, draw: Draw): Promise<string> {
  if (seat.name !== writer) return `${seat.name}: ${await doAnything(seat, draw)}`;
  await write(seat, draw, String.fromCodePoint(0x4e00 + step));
  return `${seat.name} writes`;
}

/** Delivers some of the updates, early or late, individually or in batches. */
function deliverSome(seats: readonly Seat[], post: Post, draw: Draw): void {
  for (const each of seats) {
    if (draw(2) === 0) post.send(each, 1 + draw(4));
    if (draw(2) > 0) continue;
    // Sometimes the caret has just moved and the editor has not read it yet.
    if (draw(4) === 0) putCaret(each, draw);
    each.take(each.arrived.splice(0, 1 + draw(4)), draw(2) === 0);
  }
}

/** Decides all suggestions, and adds an error if the editors are not equal after that. */
async function decideAll(
  seats: readonly Seat[],
  post: Post,
  draw: Draw,
  wrong: string[],
): Promise<void> {
  const [first] = seats as [Seat];
  await post.sendAll();
  const ids = suggestionsOf(first.editor.state.doc).map(({ id }) => id);
  decide(first.editor, draw(2) === 0 ? 'accept' : 'reject', ids);
  await post.sendAll();
  compare(seats, 'at the end', wrong);
  const said = seats.map((seat) => shownBy(seat));
  if (new Set([...said, saidBy(post.all, first)]).size > 1)
    wrong.push('at the end not everybody has the same');
}

/**
 * Runs a round on one document with three editors in this page. One user types unique words, and
 * two users with suggesting mode perform random actions. Updates reach the others early or late,
 * individually or in batches. After each action, every editor must show the content of its shared
 * text. At the end all suggestions are decided, and all editors must be equal. Nothing is refused
 * here: `soak:editing` checks for lost text with a server.
 */
async function playRound(seed: number, steps: number): Promise<Outcome> {
  const chance = create(seed);
  const draw: Draw = (count) => uint32(chance, 0, count - 1);
  const seats = [sitDown(writer, false), sitDown('ben', true), sitDown('cyd', true)];
  const [ada] = seats as [Seat];
  const post = createPost(seats);
  const log: string[] = [];
  const wrong: string[] = [];

  await pause();
  ada.editor.commands.setContent(firstText);
  await post.sendAll();
  try {
    for (let step = 0; step < steps && wrong.length === 0; step += 1) {
      log.push(await actOnce(seats[draw(seats.length)] ?? ada, step, draw));
      await pause();
      deliverSome(seats, post, draw);
      await pause();
      compare(seats, `after step ${step}`, wrong);
    }
    if (wrong.length === 0) await decideAll(seats, post, draw, wrong);
  } catch (error) {
    wrong.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  for (const seat of seats) seat.leave();
  return {
    acts: log.length,
    wrong: wrong.length === 0 ? [] : [...wrong, `done: ${log.slice(-20).join(', ')}`],
  };
}

/** Returns the differing part of two strings, with some context. */
function differenceOf(one: string, other: string): string {
  let [first, last] = [0, 0];
  while (one[first] === other[first]) first += 1;
  const most = Math.min(one.length, other.length) - first;
  while (last < most && one.at(-1 - last) === other.at(-1 - last)) last += 1;
  const around = (text: string): string =>
    text.slice(Math.max(first - 200, 0), text.length - last + 100);
  return `${around(one)} ≠ ${around(other)}`;
}

window.playRound = playRound;
