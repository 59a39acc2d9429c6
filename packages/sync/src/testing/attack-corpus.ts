import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';

/** An attack by a hostile client: an update without its frame. */
export type Attack = { readonly name: string; readonly update: Uint8Array };

type Numbers = readonly (number | string | Uint8Array)[];

/**
 * Knowledge of an attacker about an honest client: its id, its clock, one of its markers and a
 * character after it.
 */
export type Honest = {
  readonly client: number;
  readonly end: number;
  readonly marker: { readonly client: number; readonly clock: number };
  readonly letter: { readonly client: number; readonly clock: number };
};

/** Encodes numbers and strings as lib0 does, and byte strings without a length. */
function build(...parts: Numbers): Uint8Array {
  const encoder = encoding.createEncoder();
  for (const part of parts) {
    if (typeof part === 'number') encoding.writeVarUint(encoder, part);
    else if (typeof part === 'string') encoding.writeVarString(encoder, part);
    else encoding.writeUint8Array(encoder, part);
  }
  return encoding.toUint8Array(encoder);
}

const mallory = 666;
/** Content kinds and flags of a struct's first byte. Source: Yjs, `structs/Item.js`. */
const info = {
  gc: 0,
  deleted: 1,
  json: 2,
  binary: 3,
  string: 4,
  embed: 5,
  format: 6,
  type: 7,
  any: 8,
  doc: 9,
  skip: 10,
  left: 0x80,
  right: 0x40,
  attribute: 0x20,
};
const types = { array: 0, map: 1, text: 2, element: 3, fragment: 4, hook: 5, xmlText: 6 };
const noDeletes = 0;

/** Encodes the first byte of a struct: one byte for all flags, unlike a variable-length number. */
function byte(flags: number): Uint8Array {
  return Uint8Array.of(flags);
}

/** Creates a section with one struct, by the hostile client. */
function struct(clock: number, ...content: Numbers): Uint8Array {
  return build(1, 1, mallory, clock, ...content, noDeletes);
}

const inText = [1, 'text'] as const;
const inContainers = [1, 'containers'] as const;
const inSuggestions = [1, 'suggestions'] as const;

/** Attacks on a document, each of which has broken some implementation or could. */
export function attacks(honest: Honest): Attack[] {
  return [
    ...countAttacks,
    ...referenceAttacks(honest),
    ...placeAttacks(honest),
    ...valueAttacks(honest),
    ...kindAttacks,
    ...nestingAttacks(honest),
    ...textAttacks(honest),
    ...ownershipAttacks(honest),
  ].map(([name, update]) => ({ name, update }));
}

type NamedUpdate = readonly [name: string, update: Uint8Array];

/** Creates an entry that announces a suggestion. */
const about = (person: string): Numbers => [
  118,
  4,
  'kind',
  119,
  'about',
  'id',
  119,
  'one',
  'by',
  119,
  person,
  'at',
  125,
  1,
];

function nestedMaps(levels: number): Uint8Array {
  const doc = Object.assign(new Y.Doc(), { clientID: mallory });
  doc.transact(() => {
    let map = new Y.Map<unknown>();
    doc.getText('text').insertEmbed(0, map);
    for (let i = 0; i < levels; i += 1) {
      const next = new Y.Map<unknown>();
      map.set('x', next);
      map = next;
    }
  });
  return Y.encodeStateAsUpdate(doc);
}

/** Creates text under the client id of the honest client, at the clock where it stopped. */
function forgedContinuation({ client, end }: Honest): Uint8Array {
  return build(
    1,
    1,
    client,
    end,
    byte(info.string | info.left),
    client,
    end - 1,
    'forged',
    noDeletes,
  );
}

/** Counts, clocks and lengths that are wrong or huge. */
const countAttacks: readonly NamedUpdate[] = [
  ['nothing', new Uint8Array()],
  ['a struct-count bomb: 7 bytes that claim 32 million structs', build(1, 33_554_432, 1)],
  ['a client-count bomb', build(2 ** 40)],
  ['a delete-count bomb', build(0, 1, mallory, 2 ** 31)],
  ['a huge clock', struct(2 ** 31 - 1, info.string, ...inText, 'x')],
  ['a clock beyond 2^53', Uint8Array.of(1, 1, 1, 255, 255, 255, 255, 255, 255, 255, 255, 127)],
  ['a huge client id', build(1, 1, 2 ** 40, 0, info.gc, 1, noDeletes)],
  ['an endless number', new Uint8Array(100).fill(255)],
  ['a gap', struct(5, info.gc, 1)],
  ['a skip', build(1, 2, mallory, 0, info.skip, 5, info.gc, 1, noDeletes)],
  ['a struct of no length', struct(0, info.gc, 0)],
  ['a very long collected struct', struct(0, info.gc, 2 ** 31)],
  ['a section without structs', build(1, 0, mallory, 0, noDeletes)],
  [
    'the same client twice',
    build(2, 1, mallory, 0, info.gc, 1, 1, mallory, 0, info.gc, 1, noDeletes),
  ],
];

/** References to neighbours and parents that cannot hold. */
function referenceAttacks({ client, marker, letter }: Honest): readonly NamedUpdate[] {
  return [
    [
      'an origin that does not exist',
      struct(0, byte(info.string | info.left), client, 2 ** 30, 'x'),
    ],
    ['an origin that is itself', struct(0, byte(info.string | info.left), mallory, 0, 'x')],
    [
      'two clients that wait for each other',
      build(
        2,
        1,
        mallory,
        0,
        byte(info.string | info.left),
        667,
        0,
        'x',
        1,
        667,
        0,
        byte(info.string | info.left),
        mallory,
        0,
        'y',
        noDeletes,
      ),
    ],
    [
      'neighbours of different kinds',
      struct(
        0,
        byte(info.string | info.left | info.right),
        letter.client,
        letter.clock,
        marker.client,
        marker.clock + 1,
        'x',
      ),
    ],
    ['a parent that is a letter', struct(0, info.string, 0, letter.client, letter.clock, 'x')],
    ['a parent that does not exist', struct(0, info.string, 0, 4_000, 7, 'x')],
  ];
}

/** Units in places where documents do not have their kind. */
function placeAttacks({ marker, letter }: Honest): readonly NamedUpdate[] {
  return [
    ['an element in the text', struct(0, info.type, ...inText, types.element, 'p')],
    [
      'an element beside a letter',
      struct(0, byte(info.type | info.left), letter.client, letter.clock, types.element, 'p'),
    ],
    ['text in a marker', struct(0, info.string, 0, marker.client, marker.clock, 'x')],
    ['another root', struct(0, info.string, 1, 'elsewhere', 'x')],
    ['the root of another format', struct(0, info.type, 1, 'default', types.element, 'p')],
    [
      'an attribute of the text',
      struct(0, byte(info.any | info.attribute), ...inText, 'x', 1, 119, 'y'),
    ],
    ['a container as an item of a list', struct(0, info.any, ...inContainers, 1, 118, 0)],
    [
      'a container whose id has blanks',
      struct(0, byte(info.any | info.attribute), ...inContainers, 'a b', 1, 118, 0),
    ],
    [
      'a map among the containers',
      struct(0, byte(info.type | info.attribute), ...inContainers, 'x', types.map),
    ],
  ];
}

/** Values and entries of suggestions that are not well formed. */
function valueAttacks({ marker }: Honest): readonly NamedUpdate[] {
  return [
    [
      'a value that would change objects',
      struct(0, byte(info.any | info.attribute), ...inContainers, '__proto__', 1, 118, 0),
    ],
    [
      'an object with another prototype',
      struct(0, info.any, ...inSuggestions, 1, 118, 1, '__proto__', 118, 0),
    ],
    [
      'a big integer',
      struct(
        0,
        byte(info.any | info.attribute),
        0,
        marker.client,
        marker.clock,
        'x',
        1,
        Uint8Array.of(122, 0, 0, 0, 0, 0, 0, 0, 1),
      ),
    ],
    ['words in the list of suggestions', struct(0, info.string, ...inSuggestions, 'x')],
    ['an entry that is a word', struct(0, info.any, ...inSuggestions, 1, 119, 'x')],
    [
      'an entry of a kind that there is not',
      struct(0, info.any, ...inSuggestions, 1, 118, 1, 'kind', 119, 'praise'),
    ],
    [
      'a suggestion of another person',
      struct(0, info.any, ...inSuggestions, 1, ...about('somebody else')),
    ],
  ];
}

/** Kinds of content that documents do not have. */
const kindAttacks: readonly NamedUpdate[] = [
  ['a type of unknown number', struct(0, info.type, ...inText, 99)],
  ['an array in the text', struct(0, info.type, ...inText, types.array)],
  ['a hook', struct(0, info.type, ...inText, types.hook, 'x')],
  ['a document in a document', struct(0, info.doc, ...inText, 'guid', 118, 0)],
  ['an embed that does not parse', struct(0, info.embed, ...inText, '{')],
];

/** Formats and values that are nested too deep or claim too many parts. */
function nestingAttacks({ marker, letter }: Honest): readonly NamedUpdate[] {
  return [
    [
      'a format that does not parse',
      struct(0, byte(info.format | info.left), letter.client, letter.clock, 'bold', '{"a":'),
    ],
    [
      'a format nested too deep',
      struct(
        0,
        byte(info.format | info.left),
        letter.client,
        letter.clock,
        'bold',
        '['.repeat(500) + ']'.repeat(500),
      ),
    ],
    [
      'a value nested too deep',
      struct(
        0,
        byte(info.any | info.attribute),
        0,
        marker.client,
        marker.clock,
        'x',
        1,
        new Uint8Array(5_000).fill(117),
        0,
      ),
    ],
    [
      'a value-count bomb',
      struct(0, byte(info.any | info.attribute), 0, marker.client, marker.clock, 'x', 2 ** 30),
    ],
    [
      'an array-count bomb',
      struct(
        0,
        byte(info.any | info.attribute),
        0,
        marker.client,
        marker.clock,
        'x',
        1,
        Uint8Array.of(117),
        2 ** 40,
      ),
    ],
  ];
}

/** Texts and names that are too long or not text. */
function textAttacks({ marker, letter }: Honest): readonly NamedUpdate[] {
  return [
    [
      'a text longer than the bytes',
      struct(0, byte(info.string | info.left), letter.client, letter.clock, 2 ** 30),
    ],
    [
      'text that is not UTF-8',
      struct(
        0,
        byte(info.string | info.left),
        letter.client,
        letter.clock,
        4,
        Uint8Array.of(0xff, 0xfe, 0xc0, 0x80),
      ),
    ],
    [
      'text of no length',
      struct(0, byte(info.string | info.left), letter.client, letter.clock, ''),
    ],
    ['content of unknown kind', struct(0, 31, ...inText)],
    [
      'a name of a megabyte',
      struct(
        0,
        byte(info.any | info.attribute),
        0,
        marker.client,
        marker.clock,
        'p'.repeat(1_000_000),
        1,
        126,
      ),
    ],
  ];
}

/** Deletions, and text under the client id of the honest client. */
function ownershipAttacks(honest: Honest): readonly NamedUpdate[] {
  const { client } = honest;
  return [
    ['words in the name of somebody else', build(1, 1, client, 1_000_000, info.gc, 1, noDeletes)],
    ['deleting what does not exist', build(0, 1, mallory, 1, 0, 5)],
    ['deleting beyond the end', build(0, 1, client, 1, 0, 2 ** 30)],
    ['an empty deletion', build(0, 1, client, 1, 0, 0)],
    ['trailing bytes', build(0, 0, 7)],
    ['maps in maps', nestedMaps(3_000)],
    ['the words of somebody else', forgedContinuation(honest)],
  ];
}
