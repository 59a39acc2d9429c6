import type { RoomSession } from './session.ts';
import type { Declaration } from '../protocol/declaration.ts';
import type { UpdateSource } from './update-source.ts';

/**
 * An update as it arrived over a connection.
 *
 * @property id id of the write; null for the update of a stock client
 * @property declaration the decision that the update claims to carry out
 */
export type ReceivedUpdate = {
  readonly session: RoomSession;
  readonly update: Uint8Array;
  readonly id: number | null;
  readonly source: UpdateSource;
  readonly declaration: Declaration | null;
};
