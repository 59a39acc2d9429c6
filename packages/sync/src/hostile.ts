import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import { rootName } from './judge.ts';

/** One thing that a hostile client may send: an update, without the frame around it. */
export type Attack = { readonly name: string; readonly update: Uint8Array };

type Numbers = readonly (number | string | Uint8Array)[];

/** What an attacker knows of the document: who writes in it, how far they are, a text node of theirs and a letter in it. */
export type Honest = {
  readonly client: number;
  readonly end: number;
  readonly text: { readonly client: number; readonly clock: number };
  readonly letter: { readonly client: number; readonly clock: number };
};

/** Numbers as lib0 writes them, texts with their length, byte strings as they are. */
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

/** The first byte of a struct is one byte, whatever its flags. */
function byte(flags: number): Uint8Array {
  return Uint8Array.of(flags);
}

/** One section with one struct, by the hostile client. */
function struct(clock: number, ...content: Numbers): Uint8Array {
  return build(1, 1, mallory, clock, ...content, noDeletes);
}

const atRoot = [1, rootName] as const;

/** Attacks on a document. Each of them once broke something somewhere, or would. */
export function attacks(honest: Honest): Attack[] {
  const { client, text, letter } = honest;
  const list: [string, Uint8Array][] = [
    ['nothing', new Uint8Array()],
    ['a struct-count bomb: 7 bytes that claim 32 million structs', build(1, 33_554_432, 1)],
    ['a client-count bomb', build(2 ** 40)],
    ['a delete-count bomb', build(0, 1, mallory, 2 ** 31)],
    ['a huge clock', struct(2 ** 31 - 1, info.string, ...atRoot, 'x')],
    ['a clock beyond 2^53', Uint8Array.of(1, 1, 1, 255, 255, 255, 255, 255, 255, 255, 255, 127)],
    ['a huge client id', build(1, 1, 2 ** 40, 0, info.gc, 1, noDeletes)],
    ['an endless number', new Uint8Array(100).fill(255)],
    ['a gap', struct(5, info.gc, 1)],
    ['a skip', build(1, 2, mallory, 0, info.skip, 5, info.gc, 1, noDeletes)],
    ['a struct of no length', struct(0, info.gc, 0)],
    ['a very long collected struct', struct(0, info.gc, 2 ** 31)],
    ['a section without structs', build(1, 0, mallory, 0, noDeletes)],
    ['the same client twice', build(2, 1, mallory, 0, info.gc, 1, 1, mallory, 0, info.gc, 1, noDeletes)],
    ['an origin that does not exist', struct(0, byte(info.string | info.left), client, 2 ** 30, 'x')],
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
      struct(0, byte(info.string | info.left | info.right), letter.client, letter.clock, text.client, text.clock, 'x'),
    ],
    ['a parent that is a letter', struct(0, info.string, 0, letter.client, letter.clock, 'x')],
    ['a parent that does not exist', struct(0, info.string, 0, 4_000, 7, 'x')],
    ['text right under the root', struct(0, info.string, ...atRoot, 'x')],
    ['empty text among the blocks of the root', struct(0, info.type, ...atRoot, types.xmlText)],
    ['an element inside text', struct(0, info.type, 0, text.client, text.clock, types.element, 'p')],
    ['an element beside a letter', struct(0, byte(info.type | info.left), letter.client, letter.clock, types.element, 'p')],
    ['another root', struct(0, info.type, 1, 'elsewhere', types.element, 'p')],
    ['an attribute of the root', struct(0, byte(info.any | info.attribute), ...atRoot, 'x', 1, 119, 'y')],
    ['a type of unknown number', struct(0, info.type, ...atRoot, 99)],
    ['a map among nodes', struct(0, info.type, ...atRoot, types.map)],
    ['a hook', struct(0, info.type, ...atRoot, types.hook, 'x')],
    ['a document in a document', struct(0, info.doc, ...atRoot, 'guid', 118, 0)],
    ['an embed that does not parse', struct(0, info.embed, ...atRoot, '{')],
    ['a format that does not parse', struct(0, byte(info.format | info.left), letter.client, letter.clock, 'bold', '{"a":')],
    [
      'a format nested too deep',
      struct(0, byte(info.format | info.left), letter.client, letter.clock, 'bold', '['.repeat(500) + ']'.repeat(500)),
    ],
    [
      'a value nested too deep',
      struct(0, byte(info.any | info.attribute), 0, text.client, text.clock, 'x', 1, new Uint8Array(5_000).fill(117), 0),
    ],
    ['a value-count bomb', struct(0, byte(info.any | info.attribute), 0, text.client, text.clock, 'x', 2 ** 30)],
    [
      'an array-count bomb',
      struct(0, byte(info.any | info.attribute), 0, text.client, text.clock, 'x', 1, Uint8Array.of(117), 2 ** 40),
    ],
    ['a text longer than the bytes', struct(0, byte(info.string | info.left), letter.client, letter.clock, 2 ** 30)],
    [
      'text that is not UTF-8',
      struct(0, byte(info.string | info.left), letter.client, letter.clock, 4, Uint8Array.of(0xff, 0xfe, 0xc0, 0x80)),
    ],
    ['text of no length', struct(0, byte(info.string | info.left), letter.client, letter.clock, '')],
    ['content of unknown kind', struct(0, 31, ...atRoot)],
    ['a name of a megabyte', struct(0, info.type, ...atRoot, types.element, 'p'.repeat(1_000_000))],
    ['words in the name of somebody else', build(1, 1, client, 1_000_000, info.gc, 1, noDeletes)],
    ['deleting what does not exist', build(0, 1, mallory, 1, 0, 5)],
    ['deleting beyond the end', build(0, 1, client, 1, 0, 2 ** 30)],
    ['an empty deletion', build(0, 1, client, 1, 0, 0)],
    ['trailing bytes', build(0, 0, 7)],
    ['nesting without end', deepNesting(3_000)],
    ['the words of somebody else', forgedContinuation(honest)],
  ];
  return list.map(([name, update]) => ({ name, update }));
}

/** Elements in elements in elements. */
function deepNesting(levels: number): Uint8Array {
  const doc = Object.assign(new Y.Doc(), { clientID: mallory });
  let parent: Y.XmlFragment | Y.XmlElement = doc.getXmlFragment(rootName);
  doc.transact(() => {
    for (let i = 0; i < levels; i += 1) {
      const next = new Y.XmlElement('blockquote');
      parent.insert(0, [next]);
      parent = next;
    }
  });
  return Y.encodeStateAsUpdate(doc);
}

/** Text that goes on in the honest client's own name, right where it stopped. */
function forgedContinuation({ client, end }: Honest): Uint8Array {
  return build(1, 1, client, end, byte(info.string | info.left), client, end - 1, 'forged', noDeletes);
}
