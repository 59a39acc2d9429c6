import {
  createEncoder,
  toUint8Array,
  writeUint8,
  writeVarString,
  writeVarUint,
} from 'lib0/encoding';
import { textName } from '@longhand/driver';

/**
 * Content and type numbers in an update. Source: Yjs, `structs/Item.js` and
 * `structs/ContentType.js`.
 */
const content = { string: 4, type: 7 };
const types = { map: 1 };
const hasOrigin = 0x80;
const parentIsRoot = 1;

/** Clock of the first character; clock 0 is the marker of the paragraph. */
export const firstLetter = 1;

/** Returns a user's first update: the marker of a new paragraph at the start of the document. */
export function paragraphOf(client: number): Uint8Array {
  const encoder = section(1, client, 0);
  writeUint8(encoder, content.type);
  writeVarUint(encoder, parentIsRoot);
  writeVarString(encoder, textName);
  writeVarUint(encoder, types.map);
  return ended(encoder);
}

/**
 * Returns the update of one key press: the character at `clock` (at least {@link firstLetter}),
 * after the previous one.
 */
export function letterOf(client: number, clock: number): Uint8Array {
  const letter = String.fromCharCode(97 + (clock % 26));
  const encoder = section(1, client, clock);
  writeUint8(encoder, content.string | hasOrigin);
  writeVarUint(encoder, client);
  writeVarUint(encoder, clock - 1);
  writeVarString(encoder, letter);
  return ended(encoder);
}

type Encoder = ReturnType<typeof createEncoder>;

function section(structs: number, client: number, clock: number): Encoder {
  const encoder = createEncoder();
  for (const number of [1, structs, client, clock]) writeVarUint(encoder, number);
  return encoder;
}

/** Appends an empty delete set. */
function ended(encoder: Encoder): Uint8Array {
  writeVarUint(encoder, 0);
  return toUint8Array(encoder);
}
