import fc from 'fast-check';
import * as Y from 'yjs';

/** Client ids: eve is an editor, ann and rob are reviewers. The updates of rob are validated. */
export const clients = { eve: 1000, ann: 3000, rob: 2000 } as const;

/** First of a pair of client ids without an owner, which a reviewer may claim. */
export const unowned = 5000;

/**
 * A change that a forged client makes to the shared types. Its numbers are reduced to places and
 * entries that exist.
 */
export type Forgery = {
  readonly what: string;
  readonly a: number;
  readonly b: number;
  readonly client: number;
};

type Scene = {
  readonly doc: Y.Doc;
  readonly text: Y.Text;
  readonly containers: Y.Map<unknown>;
  readonly list: Y.Array<unknown>;
  /** A place in the text, and a length from that place. */
  readonly at: number;
  readonly length: number;
  /** The map of a marker. */
  readonly map: Y.Map<unknown> | undefined;
  /** The id of a suggestion that may exist, and units that may exist. */
  readonly id: string;
  readonly units: readonly (readonly [number, number, number])[];
  readonly a: number;
  readonly b: number;
};

let made = 0;

const all: Readonly<Record<string, (scene: Scene) => void>> = {
  letters: ({ text, at }) => text.insert(at, 'forged'),
  marker: ({ text, at, b }) =>
    text.insertEmbed(at, new Y.Map([['kind', b % 2 === 0 ? 'heading' : 'mention']])),
  embed: ({ text, at }) => text.insertEmbed(at, { image: 'forged' }),
  nested: ({ text, at, b }) =>
    text.insertEmbed(at, b % 2 === 0 ? new Y.Array() : new Y.Map([['kind', new Y.Map()]])),
  deletion: ({ text, at, length }) => (length > 0 ? text.delete(at, length) : undefined),
  format: ({ text, at, length, b }) =>
    length > 0 ? text.format(at, length, { bold: b % 2 === 0 ? {} : null }) : undefined,
  value: ({ map }) => map?.set('kind', `forged ${(made += 1)}`),
  attribute: ({ map, b }) => map?.set('a.level', [2, 'two', null, { deep: [b] }][b % 4]),
  'no value': ({ map }) => map?.delete('kind'),
  container: ({ containers, a }) =>
    containers.set([...containers.keys()][a % Math.max(1, containers.size)] ?? 'x', {
      kind: `forged ${(made += 1)}`,
    }),
  'new container': ({ doc, containers, a, b }) =>
    containers.set(
      [
        `${doc.clientID.toString(36)}.${a}`,
        `zz.${a}`,
        `${clients.ann.toString(36)}.${a}`,
        `${doc.clientID.toString(36)}.${a}/in`,
      ][b % 4] ?? '',
      { kind: 'blockquote' },
    ),
  'type as container': ({ doc, containers, a }) =>
    containers.set(`${doc.clientID.toString(36)}.t${a}`, new Y.Map()),
  'no container': ({ containers, a }) =>
    containers.delete([...containers.keys()][a % Math.max(1, containers.size)] ?? 'x'),
  about: ({ list, id, a, b }) =>
    list.insert(a % (list.length + 1), [
      { kind: 'about', id, by: ['rob', 'ann', 'nobody'][b % 3], at: 1 },
    ]),
  'own about': ({ list, b }) =>
    list.push([{ kind: 'about', id: `rob own ${b % 3}`, by: 'rob', at: 1 }]),
  'delete entry': ({ list, id, units }) => list.push([{ kind: 'delete', id, units }]),
  'change entry': ({ list, id, units, b }) =>
    list.push([
      {
        kind: 'change',
        id,
        units,
        set: { kind: 'heading', 'm.bold': null },
        ...(b % 3 === 0 && { of: 'rs.0' }),
      },
    ]),
  accepted: ({ list, units, b }) =>
    list.push([{ kind: 'accepted', units: b % 4 === 0 ? [] : units }]),
  'insert entry': ({ list, id, b }) =>
    list.push([
      {
        kind: 'insert',
        id,
        client: [clients.rob + 1, clients.ann + 1, clients.rob, unowned + 1, 9001][b % 5],
        clock: b % 7,
      },
    ]),
  copy: ({ list, units, a, b }) =>
    list.push([
      {
        kind: 'copy',
        from: [
          [clients.rob + 1, b % 9, 1],
          [clients.eve, b % 9, 2],
          [clients.ann + 1, b % 9, 1],
          units[0] ?? [9000, 1, 1],
        ][a % 4],
        client: [clients.rob + 1, clients.rob, clients.ann + 1, clients.eve, unowned + 1][b % 5],
        clock: a % 11,
      },
    ]),
  'no entry': ({ list, a }) => (list.length > 0 ? list.delete(a % list.length, 1) : undefined),
  'wrong value': ({ list, b }) =>
    list.push([[null, 'word', { kind: 'about' }, 7, [], { kind: 'other', id: 'x' }, true][b % 7]]),
  'wrong type': ({ list, id, units, b }) =>
    list.push([
      [
        { kind: 'delete', id, units: 'all' },
        { kind: 'delete', id, units: [[1, 2]] },
        { kind: 'delete', id, units: [[-1, 0, 1]] },
        { kind: 'insert', id, client: '7', clock: 0 },
        { kind: 'about', id: 7, by: 'rob', at: 1 },
        { kind: 'change', id, units, set: [] },
        { kind: 'copy', from: [1, 2], client: clients.rob + 1, clock: 0 },
        { kind: 'accepted', units: [[clients.rob + 1, 0, 0]] },
        { kind: 'about', id: 'x'.repeat(70), by: 'rob', at: 1 },
      ][b % 9],
    ]),
  'type as entry': ({ list }) => list.push([new Y.Map([['kind', 'accepted']])]),
};

/** Names of all kinds of forgeries. */
export const forgeries: readonly string[] = Object.keys(all);

/**
 * Generates a {@link Forgery} of any kind, mostly under the reviewer's own ids. Some use the ids of
 * other users, or ids without an owner.
 */
export const anyForgery: fc.Arbitrary<Forgery> = fc.record({
  what: fc.constantFrom(...forgeries),
  a: fc.nat(1000),
  b: fc.nat(1000),
  client: fc.oneof(
    { weight: 8, arbitrary: fc.constant(clients.rob + 1) },
    { weight: 2, arbitrary: fc.constant(clients.rob as number) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        clients.ann,
        clients.ann + 1,
        clients.eve,
        clients.eve + 1,
        unowned,
        unowned + 1,
      ),
    },
  ),
});

/** Applies a forged change to a document, under its client id. */
export function forge(doc: Y.Doc, { what, a, b, client }: Forgery): void {
  doc.clientID = client;
  const [text, containers, list] = [
    doc.getText('text'),
    doc.getMap('containers'),
    doc.getArray('suggestions'),
  ];
  const at = a % (text.length + 1);
  const items = Y.getTypeChildren(text).filter(
    (item) => !item.deleted && item.content instanceof Y.ContentType,
  );
  const chosen = items[a % Math.max(1, items.length)]?.content;
  const type = chosen instanceof Y.ContentType ? chosen.type : undefined;
  const known = ['rob', 'ann', 'eve', 'nobody'].map((name) => `${name}${1 + (b % 4)}`);
  const there = items.slice(0, 2).map(({ id }) => [id.client, id.clock, 1 + (b % 3)] as const);
  all[what]?.({
    doc,
    text,
    containers,
    list,
    at,
    length: Math.min(1 + (b % 4), text.length - at),
    map: type instanceof Y.Map ? (type as Y.Map<unknown>) : undefined,
    id: known[a % known.length] ?? '',
    units: b % 6 === 0 ? [[9001, a, 3] as const] : there,
    a,
    b,
  });
}
