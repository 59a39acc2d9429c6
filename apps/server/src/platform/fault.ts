/**
 * Something outside us failed: the database is away, the disk is full. It is tried again, or answered with 503 and
 * `Retry-After`; its words go to the log, never outside. The other two kinds are `Refusal` (expected) and any other
 * error (a bug of ours).
 */
export class Fault extends Error {
  override name = 'Fault';
}
