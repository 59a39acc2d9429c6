/** The side of a browser: the link that sends, stores and receives changes. */
export type { Link, LinkState, Scheduler, SavedMark } from './link-types.ts';
export { openLink } from './link.ts';
export type { NotSavedCode } from './pending.ts';
export type { CopyStore, DeviceCopy, StoredWrite, Outbox } from './ports.ts';
export { onBeforeRemoteApply, createRemoteApplier } from './remote-applier.ts';
export { type WebSocketLike, throughWebSocket } from './websocket.ts';
