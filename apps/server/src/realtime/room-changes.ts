import type { Projections } from '../projections/projections.ts';

/** Receiver of what happens in rooms. */
export type RoomChangesReceiver = Pick<Projections, 'changed' | 'loaded' | 'released'>;

/**
 * Changes of rooms for receivers that are created after the rooms, because they use them. Nothing
 * happens in a room before the first document is opened.
 */
export type RoomChanges = RoomChangesReceiver & {
  /** Passes all further changes to a receiver. */
  follow(receiver: RoomChangesReceiver): void;
};

/** Creates {@link RoomChanges} without a receiver. */
export function createRoomChanges(): RoomChanges {
  const receivers: RoomChangesReceiver[] = [];
  return {
    follow: (receiver) => void receivers.push(receiver),
    changed(documentId, written) {
      for (const receiver of receivers) receiver.changed(documentId, written);
    },
    loaded(documentId) {
      for (const receiver of receivers) receiver.loaded(documentId);
    },
    released(documentId) {
      for (const receiver of receivers) receiver.released(documentId);
    },
  };
}
