import { createEncoder, toUint8Array, writeUint8, writeVarString, writeVarUint } from 'lib0/encoding';
import { textName } from '@longhand/driver';

/** Contents and types by their numbers in an update. Source: Yjs, `structs/Item.js` and `structs/ContentType.js`. */
const content = { string: 4, type: 7 };
const types = { map: 1 };
const hasOrigin = 0x80;
const parentIsRoot = 1;

/** The clock of the first letter: before it comes the marker of the paragraph. */
export const firstLetter = 1;

/** The update with which a person begins: the marker of a paragraph of their own at the start of the document. */
export function paragraphOf(client: number): Uint8Array {
  const encoder = section(1, client, 0);
  writeUint8(encoder, content.type);
  writeVarUint(encoder, parentIsRoot);
  writeVarString(encoder, textName);
  writeVarUint(encoder, types.map);
  return ended(encoder);
}

/** The update of one key: the letter at `clock` (from {@link firstLetter} up), after the one before it. */
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

/** Nothing is deleted. */
function ended(encoder: Encoder): Uint8Array {
  writeVarUint(encoder, 0);
  return toUint8Array(encoder);
}
