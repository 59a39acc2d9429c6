/**
 * Where bytes lie that are too many for the database. A key is the id of the row that knows of them; it is given once, and what lies
 * under it never changes. Where the store fails, every call rejects with a `Fault`.
 */
export interface Files {
  /** Stores bytes, all of them or nothing, on disk when it answers. Rejects with whatever reading them rejects with. */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** The bytes, as they are read; null where there are none. */
  get(key: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Removes bytes; none there is no error. */
  remove(key: string): Promise<void>;
  /** How many bytes there are; null where there are none. */
  head(key: string): Promise<{ size: number } | null>;
}

const keyPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The place of a key below a folder or a bucket. Its last digits are chance, so that no folder grows too long. */
export function pathOf(key: string): string {
  // A key comes from our own table; one that could lead elsewhere is a mistake of ours.
  if (!keyPattern.test(key)) throw new Error('This is no key of a file');
  return `${key.slice(-2)}/${key}`;
}
