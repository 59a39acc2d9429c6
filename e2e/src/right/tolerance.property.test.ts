import { documentSchema } from '@longhand/document';
import { buildDoc, emptyIndex, validateUpdate, addToIndex } from '@longhand/sync/server';
import { Grammar, Replica } from '@longhand/text';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as Y from 'yjs';

const grammar = new Grammar(documentSchema);
const schema = grammar.schema;
const kinds = [...Object.keys(schema.nodes), 'nothing', ''];
const marks = [...Object.keys(schema.marks), 'nothing'];

/** Generates any JSON, and values that are valid elsewhere in documents. */
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom(...kinds),
  fc.constantFrom('a.0', 'a.1', 'a.2', 'a.3'),
  fc.constantFrom(NaN, Infinity, -1, 1e300, 'constructor', 'toString', '\ud800', '\u0000'),
);
const name = fc.oneof(
  fc.constantFrom(
    'kind',
    'in',
    'column',
    'order',
    'a.level',
    'a.src',
    'a.checked',
    'a.colspan',
    'a.id',
    'm.bold',
  ),
  fc.constantFrom('toString', 'hasOwnProperty', 'a.constructor', 'm.constructor', 'valueOf'),
);
const values = fc.dictionary(name, value, { maxKeys: 5 });
const units = fc.array(fc.tuple(fc.nat(3), fc.nat(30), fc.integer({ min: 1, max: 40 })), {
  maxLength: 4,
});
const id = fc.constantFrom('s1', 's2', 'constructor', '__proto__');
const entry = fc.oneof(
  fc.record({
    kind: fc.constant('about'),
    id,
    by: fc.constantFrom('ann', 'rob', ''),
    at: fc.double({ noNaN: true, noDefaultInfinity: true }),
  }),
  fc.record({ kind: fc.constant('insert'), id, client: fc.nat(3), clock: fc.nat(20) }),
  fc.record({ kind: fc.constant('delete'), id, units }),
  fc.record({ kind: fc.constant('change'), id, units, set: values }),
  fc.record({
    kind: fc.constant('change'),
    id,
    units,
    set: values,
    of: fc.constantFrom('a.0', 'a.1', 'constructor'),
  }),
  fc.record({ kind: fc.constant('accepted'), units }),
  fc.record({
    kind: fc.constant('copy'),
    client: fc.nat(3),
    clock: fc.nat(20),
    from: fc.tuple(fc.nat(3), fc.nat(20), fc.integer({ min: 1, max: 9 })),
  }),
);

/** A change of the shared types. Its numbers are reduced to places that exist. */
type Act =
  | {
      readonly what: 'letters';
      readonly at: number;
      readonly letters: string;
      readonly marks: Record<string, unknown>;
    }
  | { readonly what: 'map'; readonly at: number; readonly map: Record<string, unknown> }
  | { readonly what: 'container'; readonly key: string; readonly given: unknown }
  | { readonly what: 'entry'; readonly at: number; readonly given: unknown };

const containers = fc.constantFrom('a.0', 'a.1', 'a.2', 'a.3');
const overrides = fc.constantFrom(
  'a.0/kind',
  'a.1/in',
  'a.2/a.level',
  'constructor',
  'b/constructor',
);
const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({
    what: fc.constant('letters' as const),
    at: fc.nat(),
    letters: fc.string({ minLength: 1, maxLength: 5 }),
    marks: fc.dictionary(fc.constantFrom(...marks), value, { maxKeys: 2 }),
  }),
  fc.record({ what: fc.constant('map' as const), at: fc.nat(), map: values }),
  fc.record({ what: fc.constant('container' as const), key: overrides, given: value }),
  fc.record({
    what: fc.constant('container' as const),
    key: containers,
    given: fc.oneof(value, values),
  }),
  fc.record({ what: fc.constant('entry' as const), at: fc.nat(), given: entry }),
);

function perform(doc: Y.Doc, change: Act): void {
  const text = doc.getText('text');
  if (change.what === 'letters')
    text.insert(change.at % (text.length + 1), change.letters, change.marks);
  else if (change.what === 'map')
    text.insertEmbed(change.at % (text.length + 1), new Y.Map(Object.entries(change.map)));
  else if (change.what === 'container') doc.getMap('containers').set(change.key, change.given);
  else
    doc
      .getArray('suggestions')
      .insert(change.at % (doc.getArray('suggestions').length + 1), [change.given]);
}

test('accepted updates result in a document that fits the schema, in every view and after decisions', () => {
  let taken = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), act), { minLength: 1, maxLength: 25 }), (acts) => {
      const structIndex = emptyIndex();
      const stored: Uint8Array[] = [];
      for (const [client, change] of acts) {
        const doc = Object.assign(buildDoc(stored), { clientID: client });
        const before = Y.encodeStateVector(doc);
        // Converts to plain objects: those of the generator have no prototype.
        doc.transact(() => perform(doc, structuredClone(change)));
        const validation = validateUpdate(Y.encodeStateAsUpdate(doc, before), structIndex);
        if (validation.kind !== 'new') continue;
        addToIndex(structIndex, validation.additions);
        stored.push(validation.bytes);
        taken += 1;
      }
      const replica = new Replica(buildDoc(stored), grammar, 10);
      for (const view of ['marked', 'accepted', 'original'] as const) replica.view(view).check();
      replica.rendering.doc.check();
      replica.decide({ verdict: 'accept', ids: ['s1', 'constructor'] });
      replica.rendering.doc.check();
      replica.decide({ verdict: 'reject', ids: ['s2', '__proto__'] });
      replica.rendering.doc.check();
    }),
    { numRuns: Number(process.env['CASES'] ?? 1) * 500 },
  );
  expect(taken).toBeGreaterThan(1_000);
});
