/** Data of a `thread` event: `version` is null if the thread was deleted. */
export type ChangedThread = {
  readonly documentId: string;
  readonly threadId: string;
  readonly version: number | null;
};

/** Returns the data of a `thread` event, or null if it is something else. */
export function changedThreadOf(data: unknown): ChangedThread | null {
  if (typeof data !== 'object' || data === null) return null;
  const { documentId, threadId, version } = data as Record<string, unknown>;
  return typeof documentId === 'string' &&
    typeof threadId === 'string' &&
    (typeof version === 'number' || version === null)
    ? { documentId, threadId, version }
    : null;
}
