import * as Y from 'yjs';
import type { History, Patch } from '../replay/history.ts';
import { createPlainText } from '../replay/plain-text.ts';
import { insertCodeBlock, applyEdit } from '../replay/replica-text.ts';

/** Number of edits after which the other of two authors continues. */
const editsPerTurn = 300;
const authors = [1_000_002, 1_000_004] as const;

/**
 * Returns a generator of numbers in [0, 1) from a seed: a multiplicative congruential generator.
 * Source: Park and Miller, 1988.
 */
export function seededRandom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return (state - 1) / 2_147_483_646;
  };
}

/**
 * Generates a plausible writing history: mostly consecutive characters, some deletions,
 * occasionally a move of the cursor.
 */
export function generateHistory(count: number, random: () => number): History {
  const edits: Patch[][] = [];
  let length = 0;
  let cursor = 0;
  for (let i = 0; i < count; i += 1) {
    const drawn = random();
    if (drawn < 0.02) cursor = Math.floor(random() * (length + 1));
    if (drawn < 0.22 && cursor > 0) {
      cursor -= 1;
      length -= 1;
      edits.push([[cursor, 1, '']]);
    } else {
      edits.push([
        [cursor, 0, random() < 0.17 ? ' ' : String.fromCharCode(97 + Math.floor(random() * 26))],
      ]);
      cursor += 1;
      length += 1;
    }
  }
  return { startContent: '', endContent: '', edits };
}

/**
 * Returns a document as one update after the first `count` edits of a history, typed by two authors
 * in turns.
 */
export function stateAfter(history: History, count: number): Uint8Array {
  const doc = applyHistory(history, count);
  const state = Y.encodeStateAsUpdate(doc);
  doc.destroy();
  return state;
}

/** Returns the updates of the first `count` edits of a history, typed by two authors in turns. */
export function updatesOf(history: History, count: number): Uint8Array[] {
  const updates: Uint8Array[] = [];
  applyHistory(history, count, (update) => updates.push(update)).destroy();
  return updates;
}

/** Performs the first `count` edits of a history in a new document. */
function applyHistory(
  history: History,
  count: number,
  onUpdate?: (update: Uint8Array) => void,
): Y.Doc {
  const doc = new Y.Doc();
  if (onUpdate !== undefined) doc.on('update', onUpdate);
  const model = createPlainText(history.startContent);
  doc.clientID = authors[0];
  insertCodeBlock(doc, history.startContent);
  for (const [i, patches] of history.edits.slice(0, count).entries()) {
    doc.clientID = authors[Math.floor(i / editsPerTurn) % 2] as number;
    applyEdit(doc, model, patches);
  }
  return doc;
}
