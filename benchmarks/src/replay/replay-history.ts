import { setImmediate as nextTurn } from 'node:timers/promises';
import { until, type Product } from '@longhand/driver';
import {
  openStockReader,
  openOwnReader,
  createReplayUsers,
  type ReplayUsers,
  type Reader,
} from './users.ts';
import { firstDifference } from './difference.ts';
import { UnreadableHistory, type History, type Patch } from './history.ts';
import { createPlainText, type PlainText } from './plain-text.ts';
import { storedBytes, type StoredBytes } from './stored.ts';
import { findText, hasCaughtUp, insertCodeBlock, textOf, applyEdit } from './replica-text.ts';

/**
 * Result of a replay. `milliseconds`: from the first edit until the other user had received the
 * last one, restarts included.
 */
export type Outcome = {
  readonly edits: number;
  readonly turns: number;
  readonly restarts: number;
  readonly milliseconds: number;
  readonly stored: StoredBytes;
  /** One sentence for each text that differs from the file; empty on success. */
  readonly differences: readonly string[];
};

type Turn = { readonly edits: readonly (readonly Patch[])[]; readonly isKilled: boolean };

/**
 * Maximum number of edits that one user types per turn; less in short histories, to reach six
 * turns.
 */
const turnMax = 300;
const turnsMin = 6;
/** Number of edits that are typed before yielding to the event loop. */
const burst = 50;
/** Time limit for receiving the other user's edits, including a restart of the product (ms). */
const catchUpWithin = 60_000;

/**
 * Types a history through the live channel as two users in turns, one with Longhand's client and
 * one with the stock provider. The product is killed and restarted twice, once while each of them
 * types. At the end both users, a third one who opens the document late, and the API must have the
 * final text of the file.
 *
 * @throws {UnreadableHistory} if the edits of the file do not lead to its final text
 */
export async function replayHistory(
  product: Product,
  history: History,
  report: (edits: number, milliseconds: number) => void = () => undefined,
): Promise<Outcome> {
  checkConsistency(history);
  const users = await createReplayUsers(product);
  const ours = openOwnReader(product, users.ada, users.documentId);
  const others = openStockReader(product, users.ben, users.documentId);
  const model = createPlainText(history.startContent);
  const turns = turnsOf(history.edits);
  try {
    await until('the document opens', () => ours.isSynced());
    insertCodeBlock(ours.doc, history.startContent);
    await untilCaughtUp(others, ours);
    const start = performance.now();
    let edits = 0;
    for (const [i, turn] of turns.entries()) {
      await playTurn(product, model, turn, i % 2 === 0 ? [ours, others] : [others, ours]);
      edits += turn.edits.length;
      report(edits, performance.now() - start);
    }
    const milliseconds = performance.now() - start;
    const differences = await compare(product, users, history.endContent, [ours, others]);
    const stored = await storedBytes(product.dataDir, users.documentId);
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
}

/** Plays a turn. `model`: the text of the history so far. */
async function playTurn(
  product: Product,
  model: PlainText,
  turn: Turn,
  [writer, reader]: readonly [Reader, Reader],
): Promise<void> {
  const half = turn.isKilled ? Math.ceil(turn.edits.length / 2) : turn.edits.length;
  await typeAll(writer, model, turn.edits.slice(0, half));
  if (turn.isKilled) {
    await product.kill('SIGKILL');
    // Typed while the server is down: these edits must arrive after the restart.
    await typeAll(writer, model, turn.edits.slice(half));
    await product.start();
  }
  await untilCaughtUp(reader, writer);
}

async function typeAll({ doc }: Reader, model: PlainText, edits: Turn['edits']): Promise<void> {
  for (const [i, patches] of edits.entries()) {
    applyEdit(doc, model, patches);
    if (i % burst === burst - 1) await nextTurn();
  }
}

/**
 * Compares the texts of both users, of a third user who opens the document now, and of the API with
 * the final text.
 */
async function compare(
  product: Product,
  { cyd, documentId }: ReplayUsers,
  finalText: string,
  writers: readonly Reader[],
): Promise<string[]> {
  const late = openOwnReader(product, cyd, documentId);
  try {
    await until(
      'the third person has the document',
      () => late.isSynced() && findText(late.doc) !== null,
      catchUpWithin,
    );
    const texts = [...writers, late].map(({ name, doc }): [string, string] => [name, textOf(doc)]);
    const { content } = await cyd.call('getDocument', {
      params: { id: documentId },
      query: { format: 'text' },
    });
    texts.push([
      'GET /documents/{id}?format=text',
      typeof content === 'string' ? content : `no text: ${typeof content}`,
    ]);
    return texts.flatMap(([name, text]) => {
      const difference = firstDifference(finalText, text);
      return difference === null ? [] : [`${name}: ${difference}`];
    });
  } finally {
    for (const reader of [...writers, late]) reader.close();
  }
}

/**
 * Checks that the edits lead to the final text. Otherwise every server would appear to be wrong.
 */
function checkConsistency({ startContent, endContent, edits }: History): void {
  const text = createPlainText(startContent);
  for (const [i, patches] of edits.entries()) {
    try {
      for (const patch of patches) text.replace(...patch);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      throw new UnreadableHistory(`the file contradicts itself: txns[${i}]: ${error.message}`, {
        cause: error,
      });
    }
  }
  const difference = firstDifference(endContent, text.toString());
  if (difference !== null)
    throw new UnreadableHistory(
      `the file contradicts itself: its edits lead to a text that ${difference}`,
    );
}

function turnsOf(edits: History['edits']): Turn[] {
  const length = Math.max(1, Math.min(turnMax, Math.floor(edits.length / turnsMin)));
  const turns = Array.from({ length: Math.ceil(edits.length / length) }, (_none, i) =>
    edits.slice(i * length, (i + 1) * length),
  );
  // Even turns belong to Longhand's client, odd ones to the stock provider: the product is killed
  // once in a turn of each.
  const third = Math.floor(turns.length / 3);
  const killed = new Set([third - (third % 2), 2 * third + (1 - ((2 * third) % 2))]);
  return turns.map((some, i) => ({ edits: some, isKilled: killed.has(i) }));
}

/** Resolves when `reader` has everything that `writer` has. */
async function untilCaughtUp(reader: Reader, writer: Reader): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => {
      stop();
      reject(
        new Error(
          `${reader.name} has not got within ${catchUpWithin} ms what ${writer.name} typed`,
        ),
      );
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
