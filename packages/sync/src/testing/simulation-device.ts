import { createMemoryCopies, createMemoryOutbox } from './memory.ts';
import { hasToken } from './simulation-record.ts';
import type { CopyStore, DeviceCopy, Outbox, StoredWrite } from '../client/ports.ts';
import type { Declaration } from '../protocol/declaration.ts';

/** Faults of a device, with the number of calls that each made fail. */
export type DeviceFaults = { write: number; full: number; read: number; remove: number };

/**
 * Storage of one user and one document in a browser, shared by its tabs: an outbox and a copy. It
 * may refuse to write, to remove or to read, and may be lost.
 */
export class SimulatedDevice implements Outbox {
  readonly user: string;
  readonly documentId: string;
  readonly copies: CopyStore;
  /** Number of calls that failed. */
  readonly failed: DeviceFaults = { write: 0, full: 0, read: 0, remove: 0 };
  /** Number of calls of each kind that fail next. `full`: infinite until the device has space. */
  readonly failing: DeviceFaults = { write: 0, full: 0, read: 0, remove: 0 };
  /** True if two tabs have shared it. */
  hasHadTabs = false;
  #outbox = createMemoryOutbox();
  readonly #updates = new Map<number, Uint8Array>();
  #copies = createMemoryCopies();

  constructor(user: string, documentId: string, mayKeep: () => boolean) {
    this.user = user;
    this.documentId = documentId;
    // Copies may be outdated or missing.
    this.copies = {
      load: async () => {
        if (!mayKeep()) throw new Error('the device is busy');
        return this.#copies.load();
      },
      save: async (copy: DeviceCopy) => {
        if (!mayKeep()) throw new Error('the device is full');
        return this.#copies.save(copy);
      },
      remove: () => this.#copies.remove(),
    };
  }

  /** Number of updates in the outbox. */
  get size(): number {
    return this.#outbox.size;
  }

  async load(): Promise<readonly StoredWrite[]> {
    this.#failIf('read', 'the storage cannot be read');
    return this.#outbox.load();
  }

  async add(update: Uint8Array, declaration?: Declaration): Promise<number> {
    this.#failIf('full', 'the device is full');
    this.#failIf('write', 'the storage cannot be written');
    const outbox = this.#outbox;
    const key = await outbox.add(update, declaration);
    // The device may have lost everything meanwhile.
    if (outbox === this.#outbox) this.#updates.set(key, update);
    return key;
  }

  async remove(keys: readonly number[]): Promise<void> {
    this.#failIf('remove', 'the storage cannot be written');
    await this.#outbox.remove(keys);
    for (const key of keys) this.#updates.delete(key);
  }

  /** Returns the updates in the outbox. */
  updates(): readonly Uint8Array[] {
    return [...this.#updates.values()];
  }

  /** True if the outbox has the text of a token. */
  mentions(token: string): boolean {
    return this.updates().some((update) => hasToken(update, token));
  }

  /** Makes the device work again. */
  repair(): void {
    Object.assign(this.failing, { write: 0, full: 0, read: 0, remove: 0 });
  }

  /**
   * Loses everything that is stored, as when the user clears the data of the site. No page is open.
   */
  lose(): void {
    this.#outbox = createMemoryOutbox();
    this.#updates.clear();
    this.#copies = createMemoryCopies();
  }

  #failIf(kind: keyof DeviceFaults, message: string): void {
    if (this.failing[kind] <= 0) return;
    this.failing[kind] -= 1;
    this.failed[kind] += 1;
    throw new Error(message);
  }
}
