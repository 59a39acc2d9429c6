import { encodeUtf8 } from 'lib0/string';
import { buildDoc, stateOf } from '../server/compact.ts';
import type { Append, Snapshot } from '../server/ports.ts';
import { emptyIndex, type StructIndex } from '../server/struct-index.ts';
import {
  addToIndex,
  indexOfState,
  validateUpdate,
  type Validation,
} from '../server/validate-update.ts';
import type { Outbox } from '../client/ports.ts';
import { contentIn } from '../protocol/roots.ts';

type DocumentRecord = {
  /** The entry with sequence number n is at n - 1. */
  readonly appends: Append[];
  readonly index: StructIndex;
  /** The bytes that a load returned last; null: those of the entries. */
  loaded: { snapshot: Snapshot | null; updates: Uint8Array[] } | null;
  /** The document that the bytes describe. */
  described: Described | null;
};

/** A document that stored bytes describe, not to be changed. */
export type Described = { readonly text: string; readonly index: StructIndex };

/** True if the bytes of an update contain a token. A token is inserted as one string. */
export function hasToken(update: Uint8Array, token: string): boolean {
  const bytes = encodeUtf8(token);
  for (let at = update.indexOf(bytes[0] as number); at >= 0;) {
    const start = at;
    if (bytes.every((byte, i) => update[start + i] === byte)) return true;
    at = update.indexOf(bytes[0] as number, at + 1);
  }
  return false;
}

/** A record of what is on disk, for each document. It keeps the first violation of a rule. */
export class DurableRecord {
  readonly #documents = new Map<string, DocumentRecord>();
  #violation: Error | null = null;

  /**
   * Records an entry that is durable: acknowledged by the journal or stored in the database. An
   * entry that is recorded already must be the same. [SIM4], [SIM8]
   */
  keep(append: Append): void {
    const document = this.#of(append.documentId);
    const { appends } = document;
    const known = appends[append.seq - 1];
    const name = `entry ${append.seq} of ${append.documentId}`;
    if (known !== undefined) {
      if (!hasSameUpdates(known, append)) this.violate(`${name} was replaced`);
      return;
    }
    if (append.seq !== appends.length + 1)
      return this.violate(`${name} follows entry ${appends.length}`);
    this.#checkNew(append, document.index);
    appends.push(append);
    document.loaded?.updates.push(...append.updates);
    document.described = null;
  }

  /** Replaces the bytes of a document: its log was compacted. */
  replace(documentId: string, snapshot: Snapshot | null, updates: Uint8Array[]): void {
    const document = this.#of(documentId);
    document.loaded = { snapshot, updates };
    document.described = null;
  }

  /** Keeps only the first entries of a document: a backup is restored. */
  truncate(documentId: string, count: number): void {
    const kept = this.#of(documentId).appends.slice(0, count);
    this.#documents.delete(documentId);
    for (const append of kept) this.keep(append);
  }

  /** Returns the entries of a document. */
  appends(documentId: string): readonly Append[] {
    return this.#of(documentId).appends;
  }

  /** Returns the bytes that describe a document. */
  bytes(documentId: string): Uint8Array[] {
    const { loaded, appends } = this.#of(documentId);
    if (loaded === null) return appends.flatMap(({ updates }) => updates);
    return [...(loaded.snapshot === null ? [] : [loaded.snapshot.state]), ...loaded.updates];
  }

  /** Returns the document that the bytes describe. */
  described(documentId: string): Described {
    const document = this.#of(documentId);
    if (document.described === null) {
      const doc = buildDoc(this.bytes(documentId));
      document.described = { text: contentIn(doc), index: indexOfState(stateOf(doc)) };
    }
    return document.described;
  }

  /** True if a token was stored. */
  mentions(documentId: string, token: string): boolean {
    return this.#of(documentId).appends.some(({ updates }) =>
      updates.some((update) => hasToken(update, token)),
    );
  }

  /** Checks an update against what is on disk. */
  validate(documentId: string, update: Uint8Array): Validation {
    const validation = validateUpdate(update, this.#of(documentId).index);
    if (validation.kind === 'known') return validation;
    // Deletions made only by integration are in no update, but in the document that the log
    // describes: see `isHarmless` in `admit-update.ts`.
    return validateUpdate(update, this.described(documentId).index);
  }

  /** Checks that everything in `update` is on disk: [SIM1], [SIM2]. */
  demand(documentId: string, update: Uint8Array, why: string): void {
    const validation = this.validate(documentId, update);
    if (validation.kind !== 'known')
      this.violate(`${why}, but not on disk: ${JSON.stringify(validation)}`);
  }

  /**
   * Wraps an outbox: every update that is removed is demanded, and belongs to the page that removes
   * it. [SIM1], [SIM14]
   */
  watch(documentId: string, outbox: Outbox): Outbox {
    const kept = new Map<number, Uint8Array>();
    return {
      load: async () => {
        const list = await outbox.load();
        for (const { key, update } of list) kept.set(key, update);
        return list;
      },
      add: async (update, declaration) => {
        const key = await outbox.add(update, declaration);
        kept.set(key, update);
        return key;
      },
      remove: async (keys) => {
        for (const key of keys) {
          const update = kept.get(key);
          if (update === undefined) this.violate('a page removed the update of another one');
          else this.demand(documentId, update, 'acknowledged');
        }
        await outbox.remove(keys);
      },
    };
  }

  violate(message: string): void {
    this.#violation ??= new Error(message);
  }

  /** Throws the first violation: the code that caused it may have caught the error. */
  verify(): void {
    if (this.#violation !== null) throw this.#violation;
  }

  /** [SIM4]: checks that stored updates are always new to the log. */
  #checkNew({ documentId, updates }: Append, index: StructIndex): void {
    for (const update of updates) {
      let validation = validateUpdate(update, index);
      // A server that has read a compacted document knows less of what was deleted: structs inside
      // it are gone, whatever they have.
      if (validation.kind === 'refused')
        validation = validateUpdate(update, this.described(documentId).index);
      if (validation.kind !== 'new')
        return this.violate(`the log was given an update that is ${validation.kind}`);
      if (validation.bytes.length !== update.length)
        this.violate('the log was given something that it has');
      addToIndex(index, validation.additions);
    }
  }

  #of(documentId: string): DocumentRecord {
    let document = this.#documents.get(documentId);
    if (document === undefined) {
      document = { appends: [], index: emptyIndex(), loaded: null, described: null };
      this.#documents.set(documentId, document);
    }
    return document;
  }
}

function hasSameUpdates(one: Append, other: Append): boolean {
  return (
    one.updates.length === other.updates.length &&
    one.updates.every((update, i) => {
      const bytes = other.updates[i];
      return bytes?.length === update.length && update.every((byte, at) => byte === bytes[at]);
    })
  );
}
