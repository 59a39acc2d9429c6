/** The front door of sync: how a document moves between browsers, server and disk. Bytes only. */
export * from './authorship.ts';
export * from './commit.ts';
export * from './connection.ts';
export * from './edits.ts';
export * from './fold.ts';
export * from './frame.ts';
export * from './judge.ts';
export * from './knowledge.ts';
export * from './link.ts';
export * from './ports.ts';
export * from './presence.ts';
export * from './room.ts';
export * from './rooms.ts';
export { Malformed } from './reader.ts';
export type { Visitor } from './session.ts';
export type { Range } from './update.ts';
export * from './websocket.ts';
export * from './writer.ts';
