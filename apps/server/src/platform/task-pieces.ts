/**
 * Size from which a byte string of a message is sent in pieces of this size (bytes). A channel
 * between processes encodes and decodes a message at once.
 */
const pieceBytes = 262_144;

/** Keys that lead from a message to one of its byte strings. */
type Place = readonly [key: string] | readonly [key: string, inner: string];

/**
 * Part of a message between processes: its large byte strings are sent in pieces, then its rest.
 * `of`: index of the byte string in `places`.
 */
export type Part<Message> =
  | {
      readonly piece: Uint8Array;
      readonly of: number;
      readonly at: number;
      readonly size: number;
    }
  | { readonly message: Message; readonly places: readonly Place[] };

/** Sends one part, and calls back when it was written or the channel has closed. */
type Send<Message> = (part: Part<Message>, sent: () => void) => void;

/**
 * Sends a message. Byte strings of at least 256 KiB that are properties of the message, or
 * properties or items of these, are sent in pieces, in several turns of the event loop.
 *
 * @throws DataCloneError if the message cannot be sent by structured clone
 */
export async function sendInPieces<Message>(send: Send<Message>, message: Message): Promise<void> {
  const sendPart = (part: Part<Message>): Promise<void> =>
    new Promise((resolve) => send(part, resolve));
  const places = placesOf(message);
  for (const [of, place] of places.entries()) {
    const bytes = bytesAt(message, place);
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      const piece = bytes.subarray(at, at + pieceBytes);
      await sendPart({ piece, of, at, size: bytes.length });
    }
  }
  await sendPart({ message: without(message, places), places });
}

/** Returns a function that takes the parts of messages and passes on each message. */
export function joinPieces<Message>(
  receive: (message: Message) => void,
): (part: Part<Message>) => void {
  let joined: Uint8Array[] = [];
  return (part) => {
    if ('piece' in part) {
      const bytes = (joined[part.of] ??= new Uint8Array(part.size));
      return bytes.set(part.piece, part.at);
    }
    const all = joined;
    joined = [];
    part.places.forEach((place, i) => put(part.message, place, all[i]));
    receive(part.message);
  };
}

type Properties = Record<string, unknown>;

function placesOf(message: unknown): Place[] {
  return propertiesOf(message).flatMap(([key, value]): Place[] => {
    if (isLarge(value)) return [[key]];
    return propertiesOf(value).flatMap(([inner, each]): Place[] =>
      isLarge(each) ? [[key, inner]] : [],
    );
  });
}

const isLarge = (value: unknown): boolean =>
  value instanceof Uint8Array && value.length >= pieceBytes;

/** Returns the properties of an object or the items of an array, but not the bytes of a string. */
function propertiesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)
    ? Object.entries(value)
    : [];
}

function bytesAt(message: unknown, [key, inner]: Place): Uint8Array {
  const value = (message as Properties)[key];
  return (inner === undefined ? value : (value as Properties)[inner]) as Uint8Array;
}

/** Returns a copy of a message with null in some places. The message itself is not changed. */
function without<Message>(message: Message, places: readonly Place[]): Message {
  if (places.length === 0) return message;
  const rest = { ...message } as Properties;
  for (const [key, inner] of places) {
    const value = rest[key];
    if (inner !== undefined)
      rest[key] = Array.isArray(value) ? [...value] : { ...(value as object) };
  }
  for (const place of places) put(rest, place, null);
  return rest as Message;
}

function put(message: unknown, [key, inner]: Place, value: unknown): void {
  const properties = message as Properties;
  if (inner === undefined) properties[key] = value;
  else (properties[key] as Properties)[inner] = value;
}
