import { documentExtensions } from '@longhand/document';
import { emptyKnowledge, judge, judgeRight, learn, Suggestions, type Knowledge } from '@longhand/sync';
import { Grammar, Replica } from '@longhand/text';
import { getSchema } from '@tiptap/core';
import { EditorState } from '@tiptap/pm/state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { foreignEntries, protectedState, valuesOf } from './state.ts';

const grammar = new Grammar(getSchema(documentExtensions));
const { schema } = grammar;

/** Client ids: eve edits, ann and rob are reviewers, rob is the one who is judged. */
const clients = { eve: 1000, ann: 3000, rob: 2000 } as const;
type Name = keyof typeof clients;
const owners = new Map<number, string>(
  Object.entries(clients).flatMap(([name, id]) => [
    [id, name],
    [id + 1, name],
  ]),
);
const ownerOf = (client: number): string | null => owners.get(client) ?? null;

/** A server that holds a document, and what a room would know of it. */
class Server {
  readonly doc = new Y.Doc();
  readonly knowledge: Knowledge = emptyKnowledge();
  readonly suggestions = new Suggestions();

  /** Judges an update. Answers what is stored of it, or why nothing is. */
  receive(update: Uint8Array, person: Name): { stored: Uint8Array | null; detail: string } {
    const verdict = judge(update, this.knowledge);
    if (verdict.kind === 'known') return { stored: new Uint8Array([0, 0]), detail: '' };
    if (verdict.kind !== 'new') return { stored: null, detail: JSON.stringify(verdict) };
    const right = judgeRight(verdict, this.knowledge, this.suggestions, {
      person,
      right: person === 'eve' ? 'edit' : 'suggest',
      ownerOf,
    });
    if (right.kind === 'refused') return { stored: null, detail: right.detail };
    learn(this.knowledge, { structs: verdict.additions.structs, deletes: right.deletes });
    this.suggestions.learn(verdict.entries, right.deletes);
    Y.applyUpdate(this.doc, right.bytes);
    return { stored: right.bytes, detail: '' };
  }
}

function copyOf(doc: Y.Doc): Y.Doc {
  const copy = new Y.Doc();
  Y.applyUpdate(copy, Y.encodeStateAsUpdate(doc));
  return copy;
}

let ids = 0;

/** Writes as a person who uses the product: a random letter, deletion, split or format. Answers whether the server took it. */
function honest(
  server: Server,
  name: Name,
  act: number,
  at: number,
  suggests: boolean,
): { stored: Uint8Array | null; detail: string } {
  const doc = copyOf(server.doc);
  // A client goes on in a new session with new ids; two of these are enough here.
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
    // Not every place can be split, and not every range can be deleted.
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

/** A change that a forged client makes to the shared types. Its numbers are reduced to places and entries that exist. */
type Forgery = { readonly what: number; readonly a: number; readonly b: number; readonly isOdd: boolean };

let forged = 0;

function forge(doc: Y.Doc, { what, a, b, isOdd }: Forgery): void {
  doc.clientID = isOdd ? clients.rob + 1 : clients.rob;
  const [text, containers, list] = [doc.getText('text'), doc.getMap('containers'), doc.getArray('suggestions')];
  const at = a % (text.length + 1);
  const length = Math.min(1 + (b % 4), text.length - at);
  const items = Y.getTypeChildren(text).filter((item) => !item.deleted && item.content instanceof Y.ContentType);
  const map = items[a % Math.max(1, items.length)]?.content as Y.ContentType | undefined;
  const known = ['rob', 'ann', 'eve', 'nobody'].flatMap((name) => [`${name}${1 + (b % 4)}`]);
  const id = known[a % known.length] ?? '';
  const units = items.slice(0, 2).map((item) => [item.id.client, item.id.clock, 1 + (b % 3)]);
  const keys = [...containers.keys()];
  if (what === 0) text.insert(at, 'forged');
  else if (what === 1) text.insertEmbed(at, new Y.Map([['kind', b % 2 === 0 ? 'heading' : 'mention']]));
  else if (what === 2 && length > 0) text.delete(at, length);
  else if (what === 3 && length > 0) text.format(at, length, { bold: b % 2 === 0 ? {} : null });
  else if (what === 4) (map?.type as Y.Map<unknown> | undefined)?.set('kind', `forged ${(forged += 1)}`);
  else if (what === 5) (map?.type as Y.Map<unknown> | undefined)?.delete('kind');
  else if (what === 6) containers.set(keys[a % Math.max(1, keys.length)] ?? 'x', { kind: `forged ${(forged += 1)}` });
  else if (what === 7) containers.set(b % 2 === 0 ? `${doc.clientID.toString(36)}.${a}` : `zz.${a}`, { kind: 'blockquote' });
  else if (what === 8) list.insert(a % (list.length + 1), [{ kind: 'about', id, by: b % 2 === 0 ? 'rob' : 'ann', at: 1 }]);
  else if (what === 9) list.push([{ kind: 'delete', id, units }]);
  else if (what === 10) list.push([{ kind: 'change', id, units, set: { kind: 'heading' } }]);
  else if (what === 11) list.push([{ kind: 'accepted', units }]);
  else if (what === 12)
    list.push([{ kind: 'insert', id, client: [clients.rob + 1, clients.ann + 1, clients.rob][b % 3], clock: 0 }]);
  else if (what === 13 && list.length > 0) list.delete(a % list.length, 1);
  else if (what === 14) list.push([[null, 'word', { kind: 'about' }, 7][b % 4]]);
}

const forgeryOf = (what: fc.Arbitrary<number>): fc.Arbitrary<Forgery> =>
  fc.record({ what, a: fc.nat(1000), b: fc.nat(1000), isOdd: fc.boolean() });

/** Forgeries: a single one, or one after a change that may be honest. Two that undo each other change nothing and are refused all the same. */
const attack: fc.Arbitrary<Forgery[]> = fc
  .tuple(fc.option(forgeryOf(fc.constantFrom(0, 1, 9, 10))), forgeryOf(fc.integer({ min: 0, max: 14 })))
  .map(([first, second]) => (first === null ? [second] : [first, second]));
const write = fc.record({
  name: fc.constantFrom<Name>('eve', 'ann', 'rob'),
  act: fc.integer({ min: 0, max: 4 }),
  at: fc.nat(200),
  suggests: fc.boolean(),
});

/** Decides about a suggestion of rob's, so that units of suggesting clients are part of the text. */
function accept(server: Server): void {
  const doc = copyOf(server.doc);
  const replica = new Replica(doc, grammar, clients.eve);
  const mine = [...replica.reading.records.abouts].filter(([, { by }]) => by === 'rob').map(([id]) => id);
  replica.decide({ verdict: 'accept', ids: mine.slice(0, 1) });
  expect(server.receive(Y.encodeStateAsUpdate(doc, Y.encodeStateVector(server.doc)), 'eve').detail).toBe('');
}

/** Tells whether an update may be taken, by carrying it out. Deletions of formats and of values are left out, as the rules say. */
function isHarmless(before: Y.Doc, after: Y.Doc, update: Uint8Array): boolean {
  const { structs } = Y.decodeUpdate(update);
  if (structs.some((struct) => struct.id.client % 2 === 0)) return false;
  if (structs.some((struct) => struct instanceof Y.Item && struct.content instanceof Y.ContentFormat)) return false;
  if (protectedState(before, 'rob') !== protectedState(after, 'rob')) return false;
  if (foreignEntries(before, after, 'rob', new Set([clients.rob + 1])).length > 0) return false;
  if (
    before
      .getArray('suggestions')
      .toArray()
      .some((entry) => isOwnAbout(entry) && !has(after, entry))
  )
    return false;
  const [old, now] = [valuesOf(before), valuesOf(after)];
  for (const [key, value] of old) if (now.has(key) ? now.get(key) !== value : key.startsWith('container')) return false;
  const prefix = `container ${(clients.rob + 1).toString(36)}.`;
  return [...now.keys()].every((key) => old.has(key) || !key.startsWith('container') || key.startsWith(prefix));
}

const isOwnAbout = (entry: unknown): boolean => (entry as { kind?: unknown } | null)?.kind === 'about';
const has = (doc: Y.Doc, entry: unknown): boolean =>
  doc
    .getArray('suggestions')
    .toArray()
    .some((each) => JSON.stringify(each) === JSON.stringify(entry));

test('a reviewer’s update is taken if and only if it leaves the text, its authors and the suggestions of others as they are', () => {
  const count = { taken: 0, refused: 0 };
  const size = Number(process.env['CASES'] ?? 300);
  fc.assert(
    fc.property(
      fc.array(write, { minLength: 2, maxLength: 8 }),
      fc.boolean(),
      fc.array(attack, { minLength: 8, maxLength: 20 }),
      (writes, accepts, attacks) => {
        ids = 0;
        const server = new Server();
        honest(server, 'eve', 0, 0, false);
        for (const { name, act, at, suggests } of writes) {
          const { stored, detail } = honest(server, name, act, at, suggests || name !== 'eve');
          expect(stored, `an honest update of ${name} is taken: ${detail}`).not.toBeNull();
        }
        if (accepts) accept(server);
        for (const forgeries of attacks) {
          const doc = copyOf(server.doc);
          doc.transact(() => {
            for (const each of forgeries) forge(doc, each);
          });
          const update = Y.encodeStateAsUpdate(doc, Y.encodeStateVector(server.doc));
          const before = copyOf(server.doc);
          const { stored, detail } = server.receive(update, 'rob');
          if (stored === null) {
            expect(isHarmless(before, doc, update), `refused: ${detail} ${JSON.stringify(forgeries)}`).toBe(false);
            count.refused += 1;
          } else {
            const after = copyOf(before);
            if (stored.length > 2) Y.applyUpdate(after, stored);
            expect(isHarmless(before, after, stored), `taken ${JSON.stringify(forgeries)}`).toBe(true);
            count.taken += 1;
          }
        }
      },
    ),
    { numRuns: size },
  );
  // Neither side may be empty: a judge that takes all or nothing would pass.
  expect(count.taken).toBeGreaterThan(size);
  expect(count.refused).toBeGreaterThan(size);
});
