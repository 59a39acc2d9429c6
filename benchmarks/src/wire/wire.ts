/** Server at the other end of a connection. */
export type ServerName = 'longhand' | 'hocuspocus' | 'relay';

/**
 * Position of a client that has had the document open before. A new client has an empty state
 * vector.
 */
export type Position = {
  readonly epoch: number;
  readonly seq: number;
  readonly stateVector: Uint8Array;
};

/** Position of a client without any content. */
export const initialPosition: Position = { epoch: 0, seq: 0, stateVector: Uint8Array.of(0) };

/** Meaning of a server's frame, as far as benchmarks need it. */
export type ServerMessage =
  /**
   * The whole content of the document at the time of the request; `epoch` and `seq` if the server
   * has them.
   */
  | {
      readonly kind: 'synced';
      readonly updates: readonly Uint8Array[];
      readonly epoch: number;
      readonly seq: number;
    }
  /** Edits of other users. */
  | { readonly kind: 'updates'; readonly updates: readonly Uint8Array[] }
  /** Number of this connection's acknowledged writes, counted from its first. */
  | { readonly kind: 'acked'; readonly through: number }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'other' };

/** Wire protocol of one connection: encodes frames directly, without a shared document. */
export type Wire = {
  readonly protocols: readonly string[];
  /**
   * Returns the frames to send when the socket is open. Null: the client is connected without a
   * handshake.
   */
  handshake(position: Position): readonly Uint8Array[] | null;
  write(update: Uint8Array): Uint8Array;
  read(frame: Uint8Array): ServerMessage;
};
