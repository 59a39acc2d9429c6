import type { Journal } from '../server/journal/ports.ts';

type Part = { readonly number: number; records: { bytes: Uint8Array; isDamaged: boolean }[] };
type Disk = { parts: Part[]; aside: number; next: number };

/** A journal in memory. Its disk survives the process: `reopen` returns it for the next one. */
export class MemoryJournal implements Journal {
  readonly #disk: Disk;
  /** Parts of earlier processes. */
  readonly #found: readonly Part[];
  #part: Part | null = null;
  #failure: { readonly isStored: boolean } | null = null;
  #isDamaged = false;

  constructor(disk: Disk = { parts: [], aside: 0, next: 1 }) {
    this.#disk = disk;
    this.#found = [...disk.parts];
  }

  /** Returns the journal for the next process. */
  reopen(): MemoryJournal {
    return new MemoryJournal(this.#disk);
  }

  /** Number of records that are stored. */
  get records(): number {
    return this.#disk.parts.reduce((sum, { records }) => sum + records.length, 0);
  }

  /** Number of journals that were set aside. */
  get aside(): number {
    return this.#disk.aside;
  }

  /** Makes the next append reject, with its record stored or not. */
  failNext(isStored: boolean): void {
    this.#failure = { isStored };
  }

  /** Damages the record that was appended last. */
  damageLast(): void {
    const part = this.#disk.parts.findLast(({ records }) => records.length > 0);
    const last = part?.records.at(-1);
    if (last !== undefined) last.isDamaged = true;
  }

  get isDamaged(): boolean {
    return this.#isDamaged;
  }

  get partBytes(): number {
    return this.#part?.records.reduce((sum, { bytes }) => sum + bytes.length, 0) ?? 0;
  }

  async *read(): AsyncGenerator<Uint8Array> {
    for (const { records } of this.#found)
      for (const [at, record] of records.entries()) {
        if (record.isDamaged && at < records.length - 1) this.#isDamaged = true;
        if (record.isDamaged) break;
        yield record.bytes;
      }
  }

  async append(record: readonly Uint8Array[]): Promise<void> {
    const failure = this.#failure;
    this.#failure = null;
    const part = (this.#part ??= this.#begin());
    if (failure?.isStored !== false) part.records.push({ bytes: joined(record), isDamaged: false });
    if (failure !== null) throw new Error('the journal failed');
  }

  async endPart(): Promise<number> {
    this.#part = null;
    return this.#disk.next;
  }

  async removeBefore(part: number): Promise<void> {
    this.#disk.parts = this.#disk.parts.filter(({ number }) => number >= part);
  }

  async setAside(): Promise<void> {
    this.#disk.aside += 1;
    this.#disk.parts = this.#disk.parts.filter((part) => !this.#found.includes(part));
  }

  #begin(): Part {
    const part = { number: this.#disk.next, records: [] };
    this.#disk.next += 1;
    this.#disk.parts.push(part);
    return part;
  }
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
