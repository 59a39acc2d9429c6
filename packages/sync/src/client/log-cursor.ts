import * as Y from 'yjs';
import type { Line } from './link-types.ts';
import { recoveryFrame, resumeFrame, wholeFrame, type ServerFrame } from '../protocol/frame.ts';
import { scanUpdate } from '../protocol/update.ts';
import { endsOf, updateWithin, type Ends } from '../protocol/within.ts';

/** Position in the log of the server up to which a page has everything. */
export class LogCursor {
  position: { readonly epoch: number; readonly seq: number } = { epoch: 0, seq: 0 };
  readonly #doc: Y.Doc;
  /** The earliest epoch of which the server may have lost units; null if it has all. */
  #lostEpoch: number | null = null;
  /**
   * Clocks at which the clients ended of whose structs or deletions the last whole left out some,
   * because their base is missing.
   */
  #waiting: Ends = new Map();
  /** The line on which a request has no response yet. */
  #asked: Line | null = null;

  constructor(doc: Y.Doc) {
    this.#doc = doc;
  }

  /**
   * True once the page knows the epoch of what it has. Before, it must not apply an entry: if the
   * server were restored from a backup then, the page could not notice it. The first response has
   * that entry.
   */
  get hasEpoch(): boolean {
    return this.position.epoch !== 0;
  }

  /**
   * Requests everything after the cursor, unless a response to such a request is pending on this
   * line.
   */
  request(line: Line): void {
    if (this.#asked === line) return;
    this.#asked = line;
    const { epoch, seq } = this.position;
    line.send(resumeFrame(epoch, seq, Y.encodeStateVector(this.#doc)));
  }

  /** Returns a frame with everything that the page has: after a restore, a recovery ([REC1]). */
  wholeFrame(id: number): Uint8Array {
    const { update, waiting } = integratedIn(this.#doc);
    this.#waiting = waiting;
    const lost = this.#lostEpoch;
    return lost === null ? wholeFrame(id, update) : recoveryFrame(id, lost, update);
  }

  /** Called when the server has everything that the page has. */
  agree(): void {
    if (this.#waiting.size === 0) this.#lostEpoch = null;
  }

  /**
   * True once after something that the last whole left out may have become a part of the document:
   * its base has arrived, and the server may lack it.
   */
  hasGrown(): boolean {
    if (this.#waiting.size === 0) return false;
    const ends = endsOf(this.#doc);
    const hasGrown = [...this.#waiting].some(([client, end]) => (ends.get(client) ?? 0) > end);
    if (hasGrown) this.#waiting = new Map();
    return hasGrown;
  }

  /**
   * Moves over an applied entry, if it directly follows. After a missing one, the server is asked
   * again from the cursor.
   */
  advance(line: Line, seq: number): void {
    if (!this.hasEpoch) return;
    if (seq === this.position.seq + 1) this.position = { ...this.position, seq };
    else if (seq > this.position.seq) this.request(line);
  }

  /**
   * Moves to the end of an applied response.
   *
   * @returns `incomplete` if something before the response is missing and was requested again,
   *   `restored` if the server was restored from a backup meanwhile
   */
  reach(
    line: Line,
    { epoch, seq, after }: Extract<ServerFrame, { type: 'state' }>,
  ): 'complete' | 'restored' | 'incomplete' {
    // The log only grows: a shorter one is that of a backup, also if its epoch was not increased.
    const isShorter = seq < this.position.seq;
    const isRestored = this.position.epoch !== 0 && (this.position.epoch !== epoch || isShorter);
    this.#asked = null;
    if (!isRestored && after > this.position.seq) {
      this.request(line);
      return 'incomplete';
    }
    if (isRestored) this.#lostEpoch ??= this.position.epoch;
    this.position = { epoch, seq };
    return isRestored ? 'restored' : 'complete';
  }
}

/**
 * Encodes a document without structs and deletions that wait for missing structs, if its content
 * can be read. They continue from lost text: updates of an outbox, or entries that were received
 * before a restore.
 *
 * @returns `waiting`: the clocks at which the clients end of whose structs or deletions some wait
 */
function integratedIn(doc: Y.Doc): { readonly update: Uint8Array; readonly waiting: Ends } {
  const all = Y.encodeStateAsUpdate(doc);
  const waiting = new Map<number, number>();
  try {
    const ends = endsOf(doc);
    const { sections, deletes } = scanUpdate(all);
    for (const { client, to } of [...sections, ...deletes]) {
      const end = ends.get(client) ?? 0;
      if (to > end) waiting.set(client, end);
    }
    return { update: updateWithin(all, ends), waiting };
  } catch {
    return { update: all, waiting };
  }
}
