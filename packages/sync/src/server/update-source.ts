/**
 * Way in which an update arrived.
 * - `handshake`: the step 2 of a stock client that has just connected.
 * - `update`: any other standard update.
 * - `write`: changes typed on a Longhand page.
 * - `whole`: everything that such a page has.
 * - `recovery`: a whole of a page that may have units that the server has lost.
 */
export type UpdateSource = 'handshake' | 'update' | 'write' | 'whole' | 'recovery';
