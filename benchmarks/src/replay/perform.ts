import { setImmediate as nextTurn } from 'node:timers/promises';
import { until, type Product } from '@longhand/driver';
import { openAsOthers, openAsOurs, prepareCast, type Reader } from './cast.ts';
import { firstDifference } from './difference.ts';
import { UnreadableHistory, type History, type Patch } from './history.ts';
import { createPlainText } from './plain-text.ts';
import { storedBytes, type StoredBytes } from './stored.ts';
import { findText, hasCaughtUp, layOut, textOf, type } from './typist.ts';

/** What came of a replay. `milliseconds`: from the first edit until the other person had the last one, restarts included. */
export type Outcome = {
  readonly edits: number;
  readonly turns: number;
  readonly restarts: number;
  readonly milliseconds: number;
  readonly stored: StoredBytes;
  /** One sentence for each place where the text is not what the file says; none is what is wanted. */
  readonly differences: readonly string[];
};

type Turn = { readonly edits: readonly (readonly Patch[])[]; readonly isKilled: boolean };

/** Edits that one person types before it is the other's turn; fewer where a history is so short that there would be no six turns. */
const turnMax = 300;
const turnsMin = 6;
/** Edits that are typed before the machine does anything else. */
const burst = 50;
/** How long (ms) one may wait for what the other has typed; a restart of the product is within it. */
const catchUpWithin = 60_000;

/**
 * Types a history through the live channel as two people who take turns, one with our own client and one with the stock provider.
 * The product is killed twice, each time while another of them types, and started again. At the end everybody, a third person who
 * comes late and the API have to have the text that the file ends with. Throws {@link UnreadableHistory} where the file's own edits
 * do not lead to its end.
 */
export async function perform(
  product: Product,
  history: History,
  report: (edits: number, milliseconds: number) => void = () => undefined,
): Promise<Outcome> {
  checkItself(history);
  const cast = await prepareCast(product);
  const ours = openAsOurs(product, cast.ada, cast.documentId);
  const others = openAsOthers(product, cast.ben, cast.documentId);
  const model = createPlainText(history.startContent);
  const turns = turnsOf(history.edits);
  try {
    await until('the document opens', () => ours.isSynced());
    layOut(ours.doc, history.startContent);
    await caughtUp(others, ours);
    const start = performance.now();
    let edits = 0;
    for (const [i, turn] of turns.entries()) {
      const [writer, reader] = i % 2 === 0 ? [ours, others] : [others, ours];
      await play(turn, writer, reader);
      edits += turn.edits.length;
      report(edits, performance.now() - start);
    }
    const milliseconds = performance.now() - start;
    const differences = await compare([ours, others]);
    const stored = await storedBytes(product.dataDir, cast.documentId);
    return {
      edits,
      turns: turns.length,
      restarts: turns.filter(({ isKilled }) => isKilled).length,
      milliseconds,
      stored,
      differences,
    };
  } finally {
    ours.close();
    others.close();
  }

  async function play(turn: Turn, writer: Reader, reader: Reader): Promise<void> {
    const half = turn.isKilled ? Math.ceil(turn.edits.length / 2) : turn.edits.length;
    await typeAll(writer, turn.edits.slice(0, half));
    if (turn.isKilled) {
      await product.kill('SIGKILL');
      // Nobody is there to take these: they have to come once somebody is.
      await typeAll(writer, turn.edits.slice(half));
      await product.start();
    }
    await caughtUp(reader, writer);
  }

  async function typeAll({ doc }: Reader, edits: Turn['edits']): Promise<void> {
    for (const [i, patches] of edits.entries()) {
      type(doc, model, patches);
      if (i % burst === burst - 1) await nextTurn();
    }
  }

  /** Each of the two, then somebody who opens the document only now, then the API. */
  async function compare(writers: readonly Reader[]): Promise<string[]> {
    const late = openAsOurs(product, cast.cyd, cast.documentId);
    try {
      await until('the third person has the document', () => late.isSynced() && findText(late.doc) !== null, catchUpWithin);
      const texts = [...writers, late].map(({ name, doc }): [string, string] => [name, textOf(doc)]);
      const { content } = await cast.cyd.call('getDocument', { params: { id: cast.documentId }, query: { format: 'text' } });
      texts.push(['GET /documents/{id}?format=text', typeof content === 'string' ? content : `no text: ${typeof content}`]);
      return texts.flatMap(([name, text]) => {
        const difference = firstDifference(history.endContent, text);
        return difference === null ? [] : [`${name}: ${difference}`];
      });
    } finally {
      for (const reader of [...writers, late]) reader.close();
    }
  }
}

/** A file whose edits do not lead to its end would make every server look wrong. */
function checkItself({ startContent, endContent, edits }: History): void {
  const text = createPlainText(startContent);
  for (const [i, patches] of edits.entries()) {
    try {
      for (const patch of patches) text.replace(...patch);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new UnreadableHistory(`the file contradicts itself: txns[${i}]: ${error.message}`, { cause: error });
    }
  }
  const difference = firstDifference(endContent, text.toString());
  if (difference !== null)
    throw new UnreadableHistory(`the file contradicts itself: its edits lead to a text that ${difference}`);
}

function turnsOf(edits: History['edits']): Turn[] {
  const length = Math.max(1, Math.min(turnMax, Math.floor(edits.length / turnsMin)));
  const turns = Array.from({ length: Math.ceil(edits.length / length) }, (_none, i) => edits.slice(i * length, (i + 1) * length));
  // Even turns are our own client's, odd ones the stock provider's: each is once the one who types while the product dies.
  const third = Math.floor(turns.length / 3);
  const killed = new Set([third - (third % 2), 2 * third + (1 - ((2 * third) % 2))]);
  return turns.map((some, i) => ({ edits: some, isKilled: killed.has(i) }));
}

/** Answers when `reader` has everything that `writer` has. */
async function caughtUp(reader: Reader, writer: Reader): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      reject(new Error(`${reader.name} has not got within ${catchUpWithin} ms what ${writer.name} typed`));
    }, catchUpWithin);
    const look = (): void => {
      if (!hasCaughtUp(reader.doc, writer.doc)) return;
      stop();
      resolve();
    };
    const stop = (): void => {
      clearTimeout(timer);
      reader.doc.off('afterTransaction', look);
    };
    reader.doc.on('afterTransaction', look);
    look();
  });
}
