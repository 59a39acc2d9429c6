/** The side of a browser: the link that sends, stores and receives changes. */
export type { Link, LinkState, Pace, SavedMark } from './link-types.ts';
export { openLink } from './link.ts';
export type { CopyStore, DeviceCopy, Kept, Outbox } from './ports.ts';
export { beforeTaking, createTaking } from './taken.ts';
export { type WebSocketLike, throughWebSocket } from './websocket.ts';
