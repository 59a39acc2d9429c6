import { Malformed, readEnd, readerOf, readText, readUint } from './reader.ts';
import { textRoot } from './roots.ts';

/**
 * True if `bytes` are a place in a document as Yjs encodes it (a relative position, version 1). The
 * place is beside an inserted unit, or at the end of the text. Does not check that the unit exists:
 * it may not have arrived yet, or be deleted.
 */
export function isPlace(bytes: Uint8Array): boolean {
  const reader = readerOf(bytes);
  const readId = (): void => {
    if (readUint(reader) >= 2 ** 32 || readUint(reader) >= 2 ** 31)
      throw new Malformed('no such id', reader.at);
  };
  try {
    const kind = readUint(reader);
    if (kind === 1 && readText(reader) !== textRoot) return false;
    if (kind === 0 || kind === 2) readId();
    if (kind > 2) return false;
    // The side to which it is attached (`assoc`): lib0's signed number in one byte, of which only
    // -1, 0 and 1 are written.
    if (![0, 1, 0x41].includes(readUint(reader))) return false;
    readEnd(reader);
    return true;
  } catch (error) {
    if (error instanceof Malformed) return false;
    throw error;
  }
}
