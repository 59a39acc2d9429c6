import type { Journal } from '../server/journal/ports.ts';

/** Length and checksum in front of a record (4 bytes each). */
const headerBytes = 8;

/**
 * A file of the journal. `synced`: number of its bytes that survive a power cut. `isNamed`: its
 * name in the folder survives one too.
 */
type Part = { readonly number: number; bytes: Uint8Array; synced: number; isNamed: boolean };

/** `gone`: parts whose removal does not survive a power cut yet. */
type Disk = { parts: Part[]; gone: Part[]; aside: number };

/** State in which a record is left whose append is not acknowledged. */
export type TornRecord = {
  /** Number of its bytes in the file, header included; all if it is larger than the record. */
  readonly bytes: number;
  /** True if the folder was not synced after the file was created. */
  readonly isUnnamed?: boolean;
};

/**
 * A journal in memory, of bytes as in files. Its disk survives the process: `reopen` returns it for
 * the next one. Records may be torn, and a power cut removes what was not synced.
 */
export class MemoryJournal implements Journal {
  readonly #disk: Disk;
  /** Parts of earlier processes. */
  readonly #found: readonly Part[];
  #next: number;
  #part: Part | null = null;
  #failure: { readonly isStored: boolean } | null = null;
  #isDamaged = false;

  constructor(disk: Disk = { parts: [], gone: [], aside: 0 }) {
    this.#disk = disk;
    this.#found = [...disk.parts];
    this.#next = (disk.parts.at(-1)?.number ?? 0) + 1;
  }

  /** Returns the journal for the next process. */
  reopen(): MemoryJournal {
    return new MemoryJournal(this.#disk);
  }

  /** Number of whole records that are stored. */
  get records(): number {
    return this.#disk.parts.reduce((sum, { bytes }) => sum + recordsIn(bytes).valid.length, 0);
  }

  /** Number of journals that were set aside. */
  get aside(): number {
    return this.#disk.aside;
  }

  /** Makes the next append reject, with its record stored or not. */
  failNext(isStored: boolean): void {
    this.#failure = { isStored };
  }

  /** Damages the last byte of the record that was appended last. */
  damageLast(): void {
    const part = this.#disk.parts.findLast(({ bytes }) => bytes.length > 0);
    if (part !== undefined) part.bytes[part.bytes.length - 1]! ^= 0xff;
  }

  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  get partBytes(): number {
    return this.#part?.bytes.length ?? 0;
  }

  async *read(): AsyncGenerator<Uint8Array> {
    for (const { bytes } of this.#found) {
      const { valid, isDamaged } = recordsIn(bytes);
      yield* valid;
      this.#isDamaged ||= isDamaged;
    }
  }

  async append(record: readonly Uint8Array[]): Promise<void> {
    const failure = this.#failure;
    this.#failure = null;
    if (failure?.isStored !== false) {
      const part = this.#present();
      this.syncFolder();
      part.bytes = joined([part.bytes, framed(record)]);
      part.synced = part.bytes.length;
    }
    if (failure === null) return;
    this.#part = null;
    throw new Error('the journal failed');
  }

  /**
   * Leaves an append unfinished: the process died in it, or its sync failed. The part ends, as
   * after any append that fails. Nothing of it is synced.
   */
  tear(record: readonly Uint8Array[], { bytes, isUnnamed }: TornRecord): void {
    const part = this.#present();
    if (isUnnamed !== true) this.syncFolder();
    part.bytes = joined([part.bytes, framed(record).slice(0, bytes)]);
    this.#part = null;
  }

  /**
   * Cuts the power: bytes, names and removals that were not synced may be lost. `random` returns
   * numbers in [0, 1). Half of the unsynced parts lose all unsynced bytes, the others some, which
   * are zero if the size of the file was stored already.
   */
  cutPower(random: () => number): void {
    const { parts, gone } = this.#disk;
    const numbers = new Set(parts.map(({ number }) => number));
    const returned = gone.filter(({ number }) => !numbers.has(number) && random() < 0.5);
    const named = parts.filter(({ isNamed }) => isNamed || random() < 0.5);
    this.#disk.gone = [];
    this.#disk.parts = [...returned, ...named].sort((a, b) => a.number - b.number);
    for (const part of this.#disk.parts) {
      part.isNamed = true;
      if (part.synced === part.bytes.length) continue;
      const kept = random() < 0.5 ? 0 : random();
      const end = part.synced + Math.floor(kept * (part.bytes.length - part.synced));
      if (kept > 0 && random() < 0.5) part.bytes.fill(0, end);
      else part.bytes = part.bytes.slice(0, end);
      part.synced = part.bytes.length;
    }
  }

  async endPart(): Promise<number> {
    this.#part = null;
    return this.#next;
  }

  async removeBefore(part: number): Promise<void> {
    this.unlinkBefore(part);
    this.syncFolder();
  }

  /** Removes the parts before a part. The removal survives a power cut after `syncFolder`. */
  unlinkBefore(part: number): void {
    const { parts, gone } = this.#disk;
    this.#disk.gone = [...gone, ...parts.filter(({ number }) => number < part)];
    this.#disk.parts = parts.filter(({ number }) => number >= part);
  }

  /** Makes the names of new parts and the removal of others survive a power cut. */
  syncFolder(): void {
    this.#disk.gone = [];
    for (const part of this.#disk.parts) part.isNamed = true;
  }

  async setAside(): Promise<void> {
    this.#disk.aside += 1;
    this.#disk.parts = this.#disk.parts.filter((part) => !this.#found.includes(part));
    this.syncFolder();
  }

  /** Removes all parts, as restoring a backup into an empty folder does. */
  clear(): void {
    this.#disk.parts = [];
    this.#disk.gone = [];
  }

  #present(): Part {
    if (this.#part !== null) return this.#part;
    const part: Part = {
      number: this.#next,
      bytes: new Uint8Array(),
      synced: 0,
      isNamed: false,
    };
    this.#next += 1;
    this.#disk.parts.push(part);
    this.#part = part;
    return part;
  }
}

/** Returns a record with its length and checksum in front. The checksum covers the length. */
function framed(record: readonly Uint8Array[]): Uint8Array {
  const bytes = joined([new Uint8Array(headerBytes), ...record]);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bytes.length - headerBytes);
  view.setUint32(4, checksumOf(bytes));
  return bytes;
}

/** FNV-1a over the length and the record of a frame. */
function checksumOf(frame: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < frame.length; at += 1)
    if (at < 4 || at >= headerBytes) sum = Math.imul(sum ^ (frame[at] as number), 0x01000193) >>> 0;
  return sum;
}

/**
 * Returns the records of a part up to the first one that is torn or damaged. `isDamaged`: bytes
 * follow that record, so that it was not the last one.
 */
function recordsIn(bytes: Uint8Array): { valid: Uint8Array[]; isDamaged: boolean } {
  const valid: Uint8Array[] = [];
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  while (at + headerBytes <= bytes.length) {
    const end = at + headerBytes + view.getUint32(at);
    if (end > bytes.length) break;
    if (checksumOf(bytes.subarray(at, end)) !== view.getUint32(at + 4)) {
      const isZero = bytes.subarray(at).every((byte) => byte === 0);
      return { valid, isDamaged: end < bytes.length && !isZero };
    }
    valid.push(bytes.slice(at + headerBytes, end));
    at = end;
  }
  return { valid, isDamaged: false };
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
