import { documentExtensions } from '@longhand/document';
import {
  emptyIndex,
  validateUpdate,
  validateRight,
  addToIndex,
  Suggestions,
  type StructIndex,
} from '@longhand/sync/server';
import { Grammar, Replica } from '@longhand/text';
import { getSchema } from '@tiptap/core';
import { EditorState } from '@tiptap/pm/state';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import * as Y from 'yjs';
import { anyForgery, clients, forge, forgeries, unowned } from './forging.ts';
import {
  containerKeysOf,
  foreignEntries,
  hasRightTypes,
  isPlain,
  protectedState,
  valuesOf,
  valuesWritten,
  type OwnerOf,
} from './state.ts';

const grammar = new Grammar(getSchema(documentExtensions));
const { schema } = grammar;

type Name = keyof typeof clients;
/** A server that holds a document, and the struct index that a room would have of it. */
class Server {
  readonly doc = new Y.Doc();
  readonly structIndex: StructIndex = emptyIndex();
  readonly suggestions = new Suggestions();
  readonly #owners = new Map(Object.entries(clients).map(([name, client]) => [client >> 1, name]));
  #state: Uint8Array | null = null;

  readonly ownerOf = (client: number): string | null => this.#owners.get(client >> 1) ?? null;

  /** Creates a document with everything that is stored. */
  copy(): Y.Doc {
    this.#state ??= Y.encodeStateAsUpdate(this.doc);
    const copy = new Y.Doc();
    Y.applyUpdate(copy, this.#state);
    return copy;
  }

  /** Validates an update. Returns the part that is stored, or the reason of the refusal. */
  receive(update: Uint8Array, person: Name): { stored: Uint8Array | null; detail: string } {
    const validation = validateUpdate(update, this.structIndex);
    if (validation.kind === 'known') return { stored: new Uint8Array([0, 0]), detail: '' };
    if (validation.kind !== 'new') return { stored: null, detail: JSON.stringify(validation) };
    // A pair of client ids without an owner belongs to the first user who writes under it.
    const ids = [...validation.additions.structs.keys()];
    const isNew = (client: number): boolean => ids.some((id) => id >> 1 === client >> 1);
    const owned = (client: number): string | null =>
      this.ownerOf(client) ?? (isNew(client) ? person : null);
    if (ids.some((client) => owned(client) !== person))
      return { stored: null, detail: 'the client of another person' };
    const right = validateRight(validation, this.structIndex, this.suggestions, {
      person,
      right: person === 'eve' ? 'edit' : 'suggest',
      ownerOf: owned,
    });
    if (right.kind === 'refused') return { stored: null, detail: right.detail };
    for (const client of ids) this.#owners.set(client >> 1, person);
    addToIndex(this.structIndex, { structs: validation.additions.structs, deletes: right.deletes });
    this.suggestions.add(validation.entries, right.deletes);
    Y.applyUpdate(this.doc, right.bytes);
    this.#state = null;
    return { stored: right.bytes, detail: '' };
  }
}

let ids = 0;

/**
 * Writes as an honest client: a random insertion, deletion, split or format. Returns the server's
 * result.
 */
function honest(
  server: Server,
  name: Name,
  act: number,
  at: number,
  suggests: boolean,
): { stored: Uint8Array | null; detail: string } {
  const doc = server.copy();
  // A client uses new ids in a new session; two of these are enough here.
  const replica = new Replica(doc, grammar, clients[name]);
  const state = EditorState.create({ doc: replica.rendering.doc });
  const size = state.doc.content.size;
  const pos = 1 + (at % Math.max(1, size - 2));
  const tr = state.tr;
  try {
    if (act === 0) tr.insertText(`${name[0]}${at % 10}`, pos);
    else if (act === 1) tr.delete(pos, Math.min(size - 1, pos + (at % 7)));
    else if (act === 2) tr.split(pos);
    else if (act === 3) tr.addMark(pos, Math.min(size - 1, pos + 4), schema.mark('bold'));
    else tr.setBlockType(pos, pos, schema.nodes['heading'] ?? grammar.paragraph, { level: 2 });
  } catch (error) {
    // Some places cannot be split, and some ranges cannot be deleted.
    if (error instanceof Error) return { stored: new Uint8Array(), detail: '' };
    throw error;
  }
  if (!tr.docChanged) return { stored: new Uint8Array(), detail: '' };
  ids += 1;
  replica.write(
    { after: tr.doc, mapping: tr.mapping },
    suggests ? { kind: 'suggestion', id: `${name}${ids}`, by: name, at: 1 } : { kind: 'edit' },
  );
  return server.receive(Y.encodeStateAsUpdate(doc, Y.encodeStateVector(server.doc)), name);
}

/**
 * Forgeries in one update: one, two or three. Two forgeries that undo each other change nothing and
 * are refused all the same.
 */
const attack = fc.oneof(
  fc.tuple(anyForgery),
  fc.tuple(anyForgery, anyForgery),
  fc.tuple(anyForgery, anyForgery, anyForgery),
);
const write = fc.record({
  name: fc.constantFrom<Name>('eve', 'ann', 'rob'),
  act: fc.integer({ min: 0, max: 4 }),
  at: fc.nat(200),
  suggests: fc.boolean(),
});

/** Accepts a suggestion of rob's, so that units of suggesting clients are part of the text. */
function accept(server: Server): void {
  const doc = server.copy();
  const replica = new Replica(doc, grammar, clients.eve);
  const mine = [...replica.reading.records.abouts]
    .filter(([, { by }]) => by === 'rob')
    .map(([id]) => id);
  replica.decide({ verdict: 'accept', ids: mine.slice(0, 1) });
  expect(
    server.receive(Y.encodeStateAsUpdate(doc, Y.encodeStateVector(server.doc)), 'eve').detail,
  ).toBe('');
}

/** Data that the oracle reads from a document before an update. */
class Before {
  readonly doc: Y.Doc;
  readonly values: ReadonlyMap<string, string>;
  readonly abouts: ReadonlySet<string>;
  /** The keys of containers, including those of deleted ones. */
  readonly containers: ReadonlySet<string>;
  readonly #states = new Map<boolean, string>();

  constructor(doc: Y.Doc) {
    this.doc = doc;
    this.values = valuesOf(doc);
    this.abouts = aboutsOf(doc);
    this.containers = containerKeysOf(doc);
  }

  /**
   * Returns the state that a reviewer must not change. `hasUnowned`: the unowned pair of client ids
   * belongs to them.
   */
  protectedState(ownerOf: OwnerOf, hasUnowned: boolean): string {
    const known = this.#states.get(hasUnowned);
    if (known !== undefined) return known;
    const state = protectedState(this.doc, 'rob', ownerOf);
    this.#states.set(hasUnowned, state);
    return state;
  }
}

/**
 * True if an update may be accepted, determined by applying it. Deletions of formats and of values
 * are ignored, as the rules say.
 */
function isHarmless(before: Before, after: Y.Doc, update: Uint8Array, fixed: OwnerOf): boolean {
  const { structs } = Y.decodeUpdate(update);
  const isOfUnowned = (client: number): boolean => client >> 1 === unowned >> 1;
  const hasUnowned = fixed(unowned) !== null || structs.some(({ id }) => isOfUnowned(id.client));
  const ownerOf: OwnerOf = (client) => (isOfUnowned(client) && hasUnowned ? 'rob' : fixed(client));
  if (structs.some(({ id: { client } }) => client % 2 === 0 || ownerOf(client) !== 'rob'))
    return false;
  if (structs.some((struct) => struct instanceof Y.Item && !isPlain(struct.content))) return false;
  if (!hasRightTypes(after)) return false;
  if (before.protectedState(ownerOf, hasUnowned) !== protectedState(after, 'rob', ownerOf))
    return false;
  if (foreignEntries(before.doc, after, 'rob', ownerOf).length > 0) return false;
  const abouts = aboutsOf(after);
  if ([...before.abouts].some((each) => !abouts.has(each))) return false;
  const now = valuesOf(after);
  for (const [key, value] of before.values)
    if (now.has(key) ? now.get(key) !== value : key.startsWith('container')) return false;
  return valuesWritten(before.doc, after, update).every((key) => {
    const client = Number.parseInt(key?.split('.')[0] ?? '', 36);
    return (
      key !== null &&
      !before.containers.has(key) &&
      client % 2 === 1 &&
      ownerOf(client) === 'rob' &&
      !key.includes('/')
    );
  });
}

/**
 * Returns the announcements of suggestions in a document with their ids. An announcement that is
 * replaced by an equal one counts as deleted.
 */
function aboutsOf(doc: Y.Doc): Set<string> {
  const found = new Set<string>();
  for (const item of Y.getTypeChildren(doc.getArray('suggestions'))) {
    if (item.deleted || !(item.content instanceof Y.ContentAny)) continue;
    item.content.arr.forEach((entry: unknown, i) => {
      if (JSON.stringify(entry).includes('"kind":"about"'))
        found.add(`${item.id.client}:${item.id.clock + i} ${JSON.stringify(entry)}`);
    });
  }
  return found;
}

let updates = 0;

// The soak run adds these numbers up.
afterAll(() => {
  if (process.env['CASES'] !== undefined) console.info(`${updates} updates`);
});

/** Number of scenes. Each is attacked about a hundred times. */
const scenes = Math.ceil(200 * Number(process.env['CASES'] ?? 1));

test('accepts a reviewer’s update if and only if it preserves the text, its authors and the suggestions of others', () => {
  const count = { taken: 0, refused: 0 };
  const byKind = new Map<string, number>(forgeries.map((name) => [name, 0]));
  fc.assert(
    fc.property(
      fc.array(write, { minLength: 2, maxLength: 8 }),
      fc.boolean(),
      fc.array(attack, { minLength: 60, maxLength: 140, size: 'max' }),
      (writes, accepts, attacks) => {
        ids = 0;
        const server = new Server();
        honest(server, 'eve', 0, 0, false);
        for (const { name, act, at, suggests } of writes) {
          const { stored, detail } = honest(server, name, act, at, suggests || name !== 'eve');
          expect(stored, `an honest update of ${name} is taken: ${detail}`).not.toBeNull();
        }
        if (accepts) accept(server);
        let before = new Before(server.copy());
        for (const attempt of attacks) {
          const doc = server.copy();
          doc.transact(() => {
            for (const each of attempt) forge(doc, each);
          });
          const update = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(server.doc));
          const fixed = server.ownerOf;
          const had = fixed(unowned);
          const { stored, detail } = server.receive(update, 'rob');
          const owners: OwnerOf = (client) => (client >> 1 === unowned >> 1 ? had : fixed(client));
          updates += 1;
          for (const { what } of attempt) byKind.set(what, (byKind.get(what) ?? 0) + 1);
          if (stored === null) {
            expect(
              isHarmless(before, doc, update, owners),
              `refused: ${detail} ${JSON.stringify(attempt)}`,
            ).toBe(false);
            count.refused += 1;
          } else {
            const after = server.copy();
            expect(
              isHarmless(before, after, stored, owners),
              `taken ${JSON.stringify(attempt)}`,
            ).toBe(true);
            count.taken += 1;
            if (stored.length > 2) before = new Before(after);
          }
        }
      },
    ),
    { numRuns: scenes },
  );
  // Both counts must be positive: a validation that accepts or refuses everything would pass
  // otherwise. Each kind of forgery must have been made.
  expect(count.taken).toBeGreaterThan(scenes);
  expect(count.refused).toBeGreaterThan(scenes);
  expect([...byKind].filter(([, made]) => made < scenes)).toEqual([]);
});
