/**
 * Store for data too large for the database. A key is the id of its database row. It is used once,
 * and its content never changes. If the store fails, every call rejects with a `Fault`.
 */
export interface Files {
  /**
   * Stores bytes atomically. Resolves when they are on disk. Rejects with the error of reading
   * them, if any.
   */
  put(key: string, bytes: AsyncIterable<Uint8Array>): Promise<void>;
  /** Returns the bytes as a stream, or null if there are none. */
  get(key: string): Promise<AsyncIterable<Uint8Array> | null>;
  /** Removes bytes. A missing key is not an error. */
  remove(key: string): Promise<void>;
  /** Returns the size (bytes), or null if there is none. */
  head(key: string): Promise<{ size: number } | null>;
}

const keyPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Returns the path of a key below a folder or bucket. Its last digits are random, so that no folder
 * becomes too large.
 */
export function pathOf(key: string): string {
  // Keys come from our own table. A key with another path would be a bug.
  if (!keyPattern.test(key)) throw new Error('This is no key of a file');
  return `${key.slice(-2)}/${key}`;
}
