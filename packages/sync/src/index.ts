/**
 * Public interface of sync: the exchange of a document between browsers, server and disk. Works on
 * bytes only.
 */
export * from './authorship.ts';
export * from './commit.ts';
export * from './connection.ts';
export * from './decisions.ts';
export * from './edits.ts';
export { type Entry, type Recorded } from './flat/records.ts';
export { judgeRight, type RightVerdict, type Sender, type TextRight } from './flat/right.ts';
export { Suggestions } from './flat/suggestions.ts';
export * from './fold.ts';
export * from './frame.ts';
export * from './judge.ts';
export * from './knowledge.ts';
export * from './link.ts';
export * from './link-types.ts';
export * from './place.ts';
export * from './ports.ts';
export * from './presence.ts';
export * from './room.ts';
export * from './refused.ts';
export * from './room-types.ts';
export * from './rooms.ts';
export { rootsIn, textRoot } from './roots.ts';
export { Malformed } from './reader.ts';
export { beforeTaking, createTaking, Taken } from './taken.ts';
export type { Visitor } from './session.ts';
export type { Range } from './update.ts';
export * from './websocket.ts';
export * from './writer.ts';
