import {
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
  type Awareness,
} from 'y-protocols/awareness';
import { awarenessFrame } from '../protocol/frame.ts';
import type { Line } from './link-types.ts';

/** Exchange of the awareness of a page with the server. */
export type AwarenessSync = {
  /** Sends the state of this page, if it has one. */
  announce(): void;
  /** Applies the states of other pages. */
  receive(update: Uint8Array): void;
  /** Removes the states of all other pages, because the line is closed. */
  forgetOthers(): void;
  /** Stops sending changes of the state. */
  close(): void;
};

/** Changes of an awareness, by client id. */
type Changes = { readonly added: number[]; readonly updated: number[]; readonly removed: number[] };

const noAwareness: AwarenessSync = {
  announce: () => undefined,
  receive: () => undefined,
  forgetOthers: () => undefined,
  close: () => undefined,
};

/**
 * Creates the {@link AwarenessSync} of a link, which sends every change of the page's own state.
 * `origin` marks changes by the server. `openLine` returns the line if frames can be sent.
 */
export function createAwarenessSync(
  awareness: Awareness | null,
  origin: unknown,
  openLine: () => Line | null,
): AwarenessSync {
  return awareness === null ? noAwareness : syncAwareness(awareness, origin, openLine);
}

function syncAwareness(
  awareness: Awareness,
  origin: unknown,
  openLine: () => Line | null,
): AwarenessSync {
  function send(ids: number[]): void {
    if (ids.length > 0) openLine()?.send(awarenessFrame(encodeAwarenessUpdate(awareness, ids)));
  }

  function changed({ added, updated, removed }: Changes, by: unknown): void {
    if (by !== origin)
      send([...added, ...updated, ...removed].filter((id) => id === awareness.clientID));
  }

  awareness.on('update', changed);
  return {
    announce() {
      if (awareness.getLocalState() !== null) send([awareness.clientID]);
    },
    receive: (update) => applyAwarenessUpdate(awareness, update, origin),
    forgetOthers() {
      const others = [...awareness.getStates().keys()].filter((id) => id !== awareness.clientID);
      removeAwarenessStates(awareness, others, origin);
    },
    close: () => awareness.off('update', changed),
  };
}
