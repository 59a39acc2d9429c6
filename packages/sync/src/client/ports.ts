import type { Declaration } from '../protocol/declaration.ts';

/**
 * An update that the browser stores until the server has it, with the decision that it carries out.
 * Keys are in typing order.
 */
export type StoredWrite = {
  readonly key: number;
  readonly update: Uint8Array;
  readonly declaration?: Declaration;
};

/** Store on the device for unacknowledged updates, for one user and one document. */
export interface Outbox {
  load(): Promise<readonly StoredWrite[]>;
  /** Resolves when the update is stored on the device. */
  add(update: Uint8Array, declaration?: Declaration): Promise<number>;
  remove(keys: readonly number[]): Promise<void>;
}

/**
 * A whole document as one page had it: everything up to entry `seq` of `epoch`, and later changes
 * on this device.
 */
export type DeviceCopy = {
  readonly epoch: number;
  readonly seq: number;
  readonly state: Uint8Array;
};

/**
 * Store on the device for one document as one user last had it, for opening it without a
 * connection.
 */
export interface CopyStore {
  load(): Promise<DeviceCopy | null>;
  save(copy: DeviceCopy): Promise<void>;
  remove(): Promise<void>;
}
