/** The side of a server: rooms, the check of updates, and commits. */
export { type Authorship, joinAuthorship, packAuthorship, unpackAuthorship } from './authorship.ts';
export { type Connection, connect } from './connection.ts';
export { checkDecision } from './decisions.ts';
export { type Compose, createEdits } from './edits.ts';
export { type Folded, buildDoc, buildWhatFits, foldDoc, stateOf } from './fold.ts';
export { judge, learn } from './judge.ts';
export { type Knowledge, emptyKnowledge } from './knowledge.ts';
export type { Append, Appended, Folder, Snapshot, Socket, Stored, UpdateLog } from './ports.ts';
export type { Card } from './presence.ts';
export type { Room } from './room-types.ts';
export { type Rooms, type Trouble, createRooms, defaultLimits } from './rooms.ts';
export { judgeRight } from './suggestions/right.ts';
export { Suggestions } from './suggestions/suggestions.ts';
export { NotStored } from './writer.ts';
