/**
 * An external failure: the database is unavailable, the disk is full. It is retried, or the
 * response is 503 with `Retry-After`. Its message is logged, never sent. The other two kinds are
 * `Refusal` (expected) and any other error (a bug).
 */
export class Fault extends Error {
  override name = 'Fault';
}
