import { Malformed, readEnd, readerOf, readText, readUint } from './reader.ts';
import { textRoot } from './roots.ts';

/**
 * Tells whether `bytes` are a place in a document as Yjs writes it (a relative position, version 1): beside a unit that somebody
 * inserted, or at the end of the text. Whether that is there now is not asked: it may be on its way, or deleted.
 */
export function isPlace(bytes: Uint8Array): boolean {
  const reader = readerOf(bytes);
  const readId = (): void => {
    if (readUint(reader) >= 2 ** 32 || readUint(reader) >= 2 ** 31) throw new Malformed('no such id', reader.at);
  };
  try {
    const kind = readUint(reader);
    if (kind === 1 && readText(reader) !== textRoot) return false;
    if (kind === 0 || kind === 2) readId();
    if (kind > 2) return false;
    // The side on which it sticks: lib0's signed number, of which only -1, 0 and 1 are ever written, in one byte.
    if (![0, 1, 0x41].includes(readUint(reader))) return false;
    readEnd(reader);
    return true;
  } catch (error) {
    if (error instanceof Malformed) return false;
    throw error;
  }
}
