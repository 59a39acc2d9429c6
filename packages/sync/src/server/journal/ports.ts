import type { UpdateLog } from '../ports.ts';

/**
 * Durable records in front of a database, in parts that are removed as wholes. Parts have ascending
 * numbers. Calls that change a journal do not overlap.
 */
export interface Journal {
  /**
   * Returns the records of all parts of earlier processes, oldest first. A part ends before its
   * first record that is torn or damaged. Called before the first `append`.
   */
  read(): AsyncIterable<Uint8Array>;
  /** True if `read` found a damaged record that is not the end of its part: records are missing. */
  readonly isDamaged: boolean;
  /**
   * Appends a record, and resolves when it is on disk. A rejection says nothing about what was
   * stored; later records are still readable.
   *
   * @param record the bytes of the record in pieces, so that large updates need not be copied
   */
  append(record: readonly Uint8Array[]): Promise<void>;
  /** Size of the present part (bytes). */
  readonly partBytes: number;
  /** Ends the present part, and returns the number of the part that the next `append` begins. */
  endPart(): Promise<number>;
  /** Removes all parts before a part. */
  removeBefore(part: number): Promise<void>;
  /** Keeps the parts of earlier processes in another place, for an operator. */
  setAside(): Promise<void>;
}

/**
 * The log behind a journal. A batch for `append` may have several consecutive entries of one
 * document: either all of them are stored or none.
 */
export interface BaseLog extends UpdateLog {
  /** Returns the last sequence numbers of documents, without those that do not exist. */
  heads(documentIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /**
   * Returns the id of the timeline that the database continues: that of the last process, or of an
   * earlier one if a backup was restored. Null for a database without a journal.
   */
  timeline(): Promise<string | null>;
  /** Begins a new timeline. */
  beginTimeline(id: string): Promise<void>;
  /**
   * Raises the epoch of all documents: pages compare everything with the server, and send text that
   * the database lacks.
   */
  raiseEpochs(): Promise<void>;
}
