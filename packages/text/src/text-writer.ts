import * as Y from 'yjs';
import { suggestingClient, type IdRange } from './ids.ts';
import { structsSince } from './structs.ts';
import type { Value, Values } from './records.ts';

/**
 * Inserted units: characters, or a leaf or marker with its values. `units`: their ids, after they
 * are written.
 */
export type Insertion = {
  readonly kind: 'insert';
  readonly at: number;
  readonly what: string | Values;
  readonly marks: Values;
  /** The suggestion that the units belong to; null for units of the text. */
  readonly suggestion: string | null;
  units: readonly IdRange[];
};

type Operation =
  | { readonly kind: 'delete'; readonly at: number; readonly length: number }
  | { readonly kind: 'format'; readonly at: number; readonly length: number; readonly set: Values }
  | Insertion;

/**
 * Applies changes of a text together. Calls must be in text order, with positions before the
 * change. Yjs finds the marks at a place only by walking from the start. Separate calls of `insert`
 * and `delete` may therefore change the marks of adjacent characters; a delta does not.
 */
export class TextWriter {
  /** The client id for suggested units. */
  readonly suggesting: number;
  readonly #text: Y.Text;
  readonly #client: number;
  readonly #operations: Operation[] = [];

  /** @param client the client id for units that are not suggested */
  constructor(text: Y.Text, client: number) {
    this.#text = text;
    this.#client = client;
    this.suggesting = suggestingClient(client);
  }

  /** Inserts characters, or a leaf or marker with its values. */
  insert(at: number, what: string | Values, marks: Values, suggestion: string | null): Insertion {
    const insertion: Insertion = { kind: 'insert', at, what, marks, suggestion, units: [] };
    this.#operations.push(insertion);
    return insertion;
  }

  /** Deletes units. */
  delete(at: number, length: number): void {
    this.#operations.push({ kind: 'delete', at, length });
  }

  /** Sets marks of units; null removes one. */
  format(at: number, length: number, set: Values): void {
    this.#operations.push({ kind: 'format', at, length, set });
  }

  /**
   * Writes everything. `onSuggested` is called before each group of suggested insertions, with its
   * suggestion and the next clock.
   */
  apply(onSuggested: (suggestion: string, clock: number) => void): void {
    const { doc } = this.#text;
    if (doc === null) throw new Error('the text is not part of a document');
    const before = doc.clientID;
    let shift = 0;
    for (const group of groups(this.#operations)) {
      const suggestion = suggestionOf(group[0]);
      doc.clientID = suggestion === null ? this.#client : this.suggesting;
      const clock = Y.getState(doc.store, doc.clientID);
      if (suggestion !== null) onSuggested(suggestion, clock);
      const insertions = group.filter((operation) => operation.kind === 'insert');
      const { delta, by } = deltaOf(group, shift);
      this.#text.applyDelta(delta);
      shift += by;
      const made = insertedUnits(doc, this.#text, clock);
      insertions.forEach((insertion, i) => {
        insertion.units = made[i] === undefined ? [] : [made[i]];
      });
    }
    doc.clientID = before;
  }
}

const suggestionOf = (operation: Operation | undefined): string | null =>
  operation?.kind === 'insert' ? operation.suggestion : null;

/**
 * Splits operations into groups that can be written together: insertions of one suggestion, or of
 * none.
 */
function groups(operations: readonly Operation[]): Operation[][] {
  const found: Operation[][] = [];
  let current: string | null | undefined;
  for (const operation of operations) {
    const suggestion = suggestionOf(operation);
    if (suggestion === current) found.at(-1)?.push(operation);
    else found.push([operation]);
    current = suggestion;
  }
  return found;
}

type Delta = Record<string, unknown>[];

function deltaOf(operations: readonly Operation[], shift: number): { delta: Delta; by: number } {
  const delta: Delta = [];
  let [at, by] = [-shift, 0];
  for (const operation of operations) {
    if (operation.at > at) delta.push({ retain: operation.at - at });
    at = operation.at;
    const last = delta.at(-1);
    if (operation.kind === 'insert') {
      const { what, marks } = operation;
      delta.push({
        insert: typeof what === 'string' ? what : new Y.Map<Value>(Object.entries(what)),
        attributes: { ...marks },
      });
      by += typeof what === 'string' ? what.length : 1;
      continue;
    }
    const { length } = operation;
    at += length;
    if (operation.kind === 'delete') {
      by -= length;
      if (typeof last?.['delete'] === 'number') last['delete'] += length;
      else delta.push({ delete: length });
    } else {
      const set = JSON.stringify(operation.set);
      if (typeof last?.['retain'] === 'number' && JSON.stringify(last['attributes']) === set)
        last['retain'] += length;
      else delta.push({ retain: length, attributes: { ...operation.set } });
    }
  }
  return { delta, by };
}

/**
 * Returns the ids of the units that a client has inserted into a text since a clock, one range for
 * each insertion.
 */
function insertedUnits(doc: Y.Doc, text: Y.Text, since: number): IdRange[] {
  const found: IdRange[] = [];
  for (const struct of structsSince(doc, doc.clientID, since))
    if (struct instanceof Y.Item && struct.parent === text && struct.countable)
      found.push([struct.id.client, struct.id.clock, struct.length]);
  return found;
}
