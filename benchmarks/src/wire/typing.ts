import { createEncoder, toUint8Array, writeUint8, writeVarString, writeVarUint } from 'lib0/encoding';
import { rootName } from '@longhand/driver';

/** Contents and types by their numbers in an update. Source: Yjs, `structs/Item.js` and `structs/ContentType.js`. */
const content = { string: 4, type: 7 };
const types = { element: 3, xmlText: 6 };
const hasOrigin = 0x80;
const parentIsId = 0;
const parentIsRoot = 1;

/** The clock of the first letter: before it come the paragraph and its text. */
export const firstLetter = 2;

/** The update with which a person begins: a paragraph of their own at the start of the document, and an empty text in it. */
export function paragraphOf(client: number): Uint8Array {
  const encoder = section(2, client, 0);
  writeUint8(encoder, content.type);
  writeVarUint(encoder, parentIsRoot);
  writeVarString(encoder, rootName);
  writeVarUint(encoder, types.element);
  writeVarString(encoder, 'paragraph');
  writeUint8(encoder, content.type);
  writeVarUint(encoder, parentIsId);
  writeVarUint(encoder, client);
  writeVarUint(encoder, 0);
  writeVarUint(encoder, types.xmlText);
  return ended(encoder);
}

/** The update of one key: the letter at `clock` (from {@link firstLetter} up), after the one before it. */
export function letterOf(client: number, clock: number): Uint8Array {
  const letter = String.fromCharCode(97 + (clock % 26));
  const encoder = section(1, client, clock);
  if (clock === firstLetter) {
    writeUint8(encoder, content.string);
    writeVarUint(encoder, parentIsId);
    writeVarUint(encoder, client);
    writeVarUint(encoder, 1);
  } else {
    writeUint8(encoder, content.string | hasOrigin);
    writeVarUint(encoder, client);
    writeVarUint(encoder, clock - 1);
  }
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
