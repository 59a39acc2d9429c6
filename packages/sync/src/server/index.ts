/** The side of a server: rooms, the check of updates, and commits. */
export { type Authorship, joinAuthorship, packAuthorship, unpackAuthorship } from './authorship.ts';
export { type Connection, connect } from './connection.ts';
export { checkDecision } from './decisions.ts';
export { type ComposeEdit, createServerEdits } from './server-edits.ts';
export { type Compacted, buildDoc, buildApplicable, compactUpdates, stateOf } from './compact.ts';
export { validateUpdate, addToIndex } from './validate-update.ts';
export { type StructIndex, emptyIndex } from './struct-index.ts';
export type { Append, Appended, Compactor, Snapshot, Socket, Stored, UpdateLog } from './ports.ts';
export { JournaledLog } from './journal/journaled-log.ts';
export type { BaseLog, Journal } from './journal/ports.ts';
export { replayJournal } from './journal/replay.ts';
export type { UserInfo } from './presence.ts';
export type { Room } from './room-types.ts';
export type { Trouble } from './compaction.ts';
export { type Rooms, createRooms, defaultLimits } from './rooms.ts';
export { validateRight } from './suggestions/right.ts';
export { Suggestions } from './suggestions/suggestions.ts';
export { NotStored } from './writer.ts';
