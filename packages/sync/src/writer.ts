/** A person who changes a document without having it open: a restore, an import. `session` is empty where it is no browser's. */
export type Writer = { readonly user: string; readonly session: string };

/** A change of the server's own that is on disk: the number of the entry that it is in, and the very bytes that stand there. */
export type ServerWrite = { readonly seq: number; readonly update: Uint8Array };

/**
 * A change of the server's own was not stored, or nobody knows whether it was (`failed`: a commit without an answer). `too_large`
 * stays so, and `no_room` for a while; after anything else the room is opened anew and the change made again from what it says then.
 */
export class NotStored extends Error {
  override name = 'NotStored';
  readonly reason: 'ended' | 'failed' | 'foreign_client' | 'too_large' | 'no_room';
  constructor(reason: NotStored['reason'], cause?: unknown) {
    super(`a change was not stored: ${reason}`, { cause });
    this.reason = reason;
  }
}
