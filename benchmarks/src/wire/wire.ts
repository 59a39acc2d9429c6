/** Whose server speaks at the other end. */
export type SideName = 'longhand' | 'hocuspocus' | 'relay';

/** How far somebody is who has had the document open before. Who has nothing has an empty state vector. */
export type Position = { readonly epoch: number; readonly seq: number; readonly stateVector: Uint8Array };

/** Nothing yet. */
export const nowhere: Position = { epoch: 0, seq: 0, stateVector: Uint8Array.of(0) };

/** What a frame from a server says, as far as a benchmark looks. */
export type Heard =
  /** All that the document held when it was asked for; `epoch` and `seq` where the server counts. */
  | { readonly kind: 'synced'; readonly updates: readonly Uint8Array[]; readonly epoch: number; readonly seq: number }
  /** What others have typed. */
  | { readonly kind: 'updates'; readonly updates: readonly Uint8Array[] }
  /** So many of this connection's writes are acknowledged, counted from its first. */
  | { readonly kind: 'acked'; readonly through: number }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'other' };

/** The wire protocol of one connection: frames by hand, no shared document. */
export type Wire = {
  readonly protocols: readonly string[];
  /** What a client sends as soon as the socket is open. Null: it is in without a word. */
  greet(position: Position): readonly Uint8Array[] | null;
  write(update: Uint8Array): Uint8Array;
  hear(frame: Uint8Array): Heard;
};
