import type { RoomSession } from './session.ts';
import type { Declaration } from '../protocol/declaration.ts';

/**
 * Way in which an update arrived.
 * - `handshake`: the step 2 of a stock client that has just connected.
 * - `update`: any other standard update.
 * - `write`: changes typed on a Longhand page.
 * - `whole`: everything that such a page has.
 * - `recovery`: a whole of a page that may have units that the server has lost.
 */
export type UpdateSource = 'handshake' | 'update' | 'write' | 'whole' | 'recovery';

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
