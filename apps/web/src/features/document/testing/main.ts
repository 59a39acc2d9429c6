import { suggestionsOf } from '@longhand/document';
import { create, uint32 } from 'lib0/prng';
import * as Y from 'yjs';
import { decide } from '../suggesting/decide.ts';
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
  const seats = [sitDown('ada', false), sitDown('ben', true), sitDown('cyd', true)];
  const [ada] = seats as [Seat];
  const log: string[] = [];
  const all: Uint8Array[] = [];
  let wrong: string[] = [];

  const send = (from: Seat, count: number): void => {
    for (const update of from.unsent.splice(0, count)) {
      all.push(update);
      for (const seat of seats) if (seat !== from) seat.arrived.push(update);
    }
  };
  const sendAll = async (): Promise<void> => {
    // Receiving an update may create another one, such as a repair or a text block.
    for (let i = 0; i < 6; i += 1) {
      for (const seat of seats) send(seat, seat.unsent.length);
      for (const seat of seats) seat.take(seat.arrived.splice(0), false);
      await pause();
    }
  };
  const look = (when: string): void => {
    for (const seat of seats) {
      const [shown, said] = [shownBy(seat), saidBy([Y.encodeStateAsUpdate(seat.doc)], seat)];
      if (shown !== said)
        wrong.push(
          `${when}, ${seat.name} is shown what the shared text does not say: ${differenceOf(shown, said)}`,
        );
    }
  };

  await pause();
  ada.editor.commands.setContent(firstText);
  await sendAll();
  try {
    for (let step = 0; step < steps && wrong.length === 0; step += 1) {
      const seat = seats[draw(seats.length)] ?? ada;
      if (seat === ada) {
        await write(ada, draw, String.fromCodePoint(0x4e00 + step));
        log.push('ada writes');
      } else log.push(`${seat.name}: ${await doAnything(seat, draw)}`);
      await pause();
      for (const each of seats) {
        if (draw(2) === 0) send(each, 1 + draw(4));
        if (draw(2) > 0) continue;
        // Sometimes the caret has just moved and the editor has not read it yet.
        if (draw(4) === 0) putCaret(each, draw);
        each.take(each.arrived.splice(0, 1 + draw(4)), draw(2) === 0);
      }
      await pause();
      look(`after step ${step}`);
    }
    if (wrong.length === 0) {
      await sendAll();
      const ids = suggestionsOf(ada.editor.state.doc).map(({ id }) => id);
      decide(ada.editor, draw(2) === 0 ? 'accept' : 'reject', ids);
      await sendAll();
      look('at the end');
      const said = seats.map((seat) => shownBy(seat));
      if (new Set([...said, saidBy(all, ada)]).size > 1)
        wrong.push('at the end not everybody has the same');
    }
  } catch (error) {
    wrong = [...wrong, error instanceof Error ? (error.stack ?? error.message) : String(error)];
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
