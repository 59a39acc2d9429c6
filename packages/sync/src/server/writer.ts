/**
 * The author of a change to a document without an open connection: a restore, an import. `session`
 * is empty if it is not a browser session.
 */
export type Writer = { readonly user: string; readonly session: string };

/** A stored server write: the number of its entry, and the stored bytes. */
export type ServerWrite = { readonly seq: number; readonly update: Uint8Array };

/**
 * Error: a server write was not stored, or its outcome is unknown (`failed`: a commit without a
 * response). `too_large` is permanent, and `disk_full` lasts for a while. After any other reason
 * the room is opened anew, and the change is composed again from its present content.
 */
export class NotStored extends Error {
  override name = 'NotStored';
  readonly reason: 'ended' | 'failed' | 'foreign_client' | 'too_large' | 'disk_full';
  constructor(reason: NotStored['reason'], cause?: unknown) {
    super(`a change was not stored: ${reason}`, { cause });
    this.reason = reason;
  }
}
