import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, statfs, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import {
  addParagraph,
  openOwnClient,
  startProduct,
  until,
  type Person,
  type Product,
} from '@longhand/driver';
import { createMemoryOutbox } from '@longhand/sync/testing/memory';
import { promisedIn } from '../ledger/no-promise.ts';
import type { FaultContext, LedgerSubject } from '../ledger/subject.ts';
import { createPowerCutDisk, processTreeOf } from '../power/disk.ts';

const run = promisify(execFile);

/** Time in which a product answers again after a fault (ms). */
const readyWithin = 120_000;

function untilReady({ url }: Product): Promise<void> {
  const isReady = (): Promise<boolean> =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  return until('the product is ready', isReady, readyWithin);
}

/**
 * A fault of the memory.
 * - `server`: it gets no more memory (`prlimit`), and Node ends it when it needs more. It is
 *   started again, as a supervisor does.
 * - `worker`: so do the processes for documents. The server goes on.
 */
export const memoryFaults = ['server', 'worker'] as const;
/** See {@link memoryFaults}. */
export type MemoryFault = (typeof memoryFaults)[number];

/** Messages of Node without memory. */
const outOfMemory = /out of memory|heap limit|allocation failed|bad_alloc/i;

/**
 * Permits a process half of the memory that it has, so that it gets none for its next page. With a
 * limit at its size, it would live on memory that it gives back.
 */
async function limitMemory(pid: number): Promise<void> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const kibibytes = Number(/^VmData:\s*(\d+) kB$/m.exec(status)?.[1]);
  await run('prlimit', ['--pid', String(pid), `--data=${kibibytes * 512}`]);
}

/** Number of unfinished requests that are sent at a time, and their maximum. */
const requestsPerTry = 200;
const requestsMax = 6_000;

/** Permits a product no more memory, until it has ended. */
async function starve(product: Product): Promise<void> {
  await limitMemory(product.pid);
  let isOver = false;
  const ended = product.ended().then(() => (isOver = true));
  const port = Number(new URL(product.url).port);
  const open: Socket[] = [];
  // A request that is not finished keeps its memory. Others may live on what earlier ones freed.
  const send = (): void => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    socket.write(`GET /readyz HTTP/1.1\r\nhost: localhost\r\nx-long: ${'x'.repeat(4_000)}`);
    open.push(socket);
  };
  await until(
    'the server has no memory left',
    async () => {
      if (open.length < requestsMax) for (let i = 0; i < requestsPerTry; i += 1) send();
      await sleep(100);
      return isOver;
    },
    readyWithin,
  );
  for (const socket of open) socket.destroy();
  await ended;
  if (!outOfMemory.test(product.errors()))
    throw new Error(`the server ended for another reason\n${product.errors()}`);
}

/** Returns the processes for documents of a product. */
async function workersOf({ pid }: Product): Promise<number[]> {
  const workers: number[] = [];
  for (const each of await processTreeOf(pid)) {
    const command = await readFile(`/proc/${each}/cmdline`, 'utf8').catch(() => '');
    if (each !== pid && command.includes('document-process')) workers.push(each);
  }
  return workers;
}

/** Writes a text of 800 KB, which a process for documents needs more memory to build. */
async function writeLongText(product: Product, ada: Person): Promise<string> {
  const { id } = await ada.call('createDocument', { body: { title: 'Long' } });
  const outbox = createMemoryOutbox();
  const { doc, link } = openOwnClient({ url: product.url, person: ada, documentId: id, outbox });
  await until('connected', () => link.state.connected);
  for (let i = 0; i < 200; i += 1) addParagraph(doc, 'long '.repeat(800));
  await until(
    'saved',
    () => link.state.saved.kind === 'saved' && link.pendingUpdates().length === 0,
  );
  doc.destroy();
  return id;
}

/**
 * Permits the processes for documents no more memory, until these have ended.
 * Returns false if none runs.
 */
async function starveWorkers(product: Product, { ada, ids }: FaultContext): Promise<boolean> {
  const long = await writeLongText(product, ada);
  // A call for the text of a document starts a process for it.
  await ada.call('getDocument', { params: { id: ids[0] ?? '' }, query: { format: 'text' } });
  const starved = await workersOf(product);
  for (const pid of starved) await limitMemory(pid);
  await until(
    'the processes for documents have no memory left',
    async () => {
      const calls = [long, ...ids].map((id) =>
        ada.call('getDocument', { params: { id }, query: { format: 'html' } }),
      );
      await Promise.all(calls.map((call) => call.catch(() => undefined)));
      const left = await workersOf(product);
      return starved.every((pid) => !left.includes(pid));
    },
    readyWithin,
  );
  return starved.length > 0;
}

/** Starts a product for the ledger test whose processes run out of memory. */
export async function startShortOfMemory(): Promise<LedgerSubject<MemoryFault>> {
  const product = await startProduct();
  return {
    url: product.url,
    prepare: () => Promise.resolve(),
    async inject(fault, context) {
      const { pid } = product;
      if (fault === 'server') {
        await starve(product);
        return Date.now();
      }
      const isStarved = await starveWorkers(product, context);
      await sleep(500);
      if (product.pid !== pid) throw new Error('the server ended with a process for documents');
      return isStarved ? Date.now() : null;
    },
    async recover(fault) {
      if (fault === 'server') await product.start();
      await untilReady(product);
    },
    close: () => product.close(),
  };
}

/**
 * A fault of the disk.
 * - `low`: a file takes so much space that less than `MIN_FREE_BYTES` are left.
 * - `full`: a file takes all of it.
 */
export const diskFaults = ['low', 'full'] as const;
/** See {@link diskFaults}. */
export type DiskFault = (typeof diskFaults)[number];

/** Free space below which the product stores nothing new (bytes), on a disk of 1 GiB. */
const freeMin = 268_435_456;
/** Duration of a fault (ms). */
const fullFor = 8_000;

/** Creates a file that leaves `left` bytes of the disk. */
async function fill(folder: string, left: number): Promise<string> {
  const { bavail, bsize } = await statfs(folder);
  const file = join(folder, 'filler');
  await run('fallocate', ['-l', String(Math.max(bsize, bavail * bsize - left)), file]);
  return file;
}

/**
 * Starts a product on a small disk for the ledger test.
 *
 * @throws if this machine has no file system in a file: it needs root and loop devices
 */
export async function startOnSmallDisk(): Promise<LedgerSubject<DiskFault>> {
  const disk = await createPowerCutDisk();
  const dataDir = join(disk.folder, 'data');
  await mkdir(dataDir, { mode: 0o711 });
  const product = await startProduct({ dataDir, env: { MIN_FREE_BYTES: String(freeMin) } });
  return {
    url: product.url,
    prepare: () => Promise.resolve(),
    async inject(fault, context) {
      const struckAt = Date.now();
      const file = await fill(disk.folder, fault === 'low' ? freeMin / 2 : 0);
      // The free space is looked at once a second.
      await sleep(fullFor / 2);
      const before = promisedIn(context);
      await sleep(fullFor / 2);
      const more = promisedIn(context) - before;
      await rm(file);
      if (more > 0) throw new Error(`${more} words were promised while the disk was ${fault}`);
      return struckAt;
    },
    recover: () => untilReady(product),
    async close() {
      await product.close();
      await disk.remove();
    },
  };
}

/** Change of the clock of the server by an hour: forward, back, or to the right time. */
export const clockFaults = ['+1h', '-1h', '+0'] as const;
/** See {@link clockFaults}. */
export type ClockFault = (typeof clockFaults)[number];

const fakeTime = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/** Returns the reason why the clock of a process cannot be changed here; null if it can. */
export const findNoClockReason = (): string | null =>
  existsSync(fakeTime) ? null : `${fakeTime} is missing (Debian: apt-get install libfaketime)`;

/**
 * Starts a product for the ledger test whose clock is changed while it runs.
 *
 * @throws if libfaketime is missing, see {@link findNoClockReason}
 */
export async function startOffClock(): Promise<LedgerSubject<ClockFault>> {
  const reason = findNoClockReason();
  if (reason !== null) throw new Error(reason);
  const folder = await mkdtemp(join(tmpdir(), 'longhand-clock-'));
  await chmod(folder, 0o755);
  const clock = join(folder, 'clock');
  await writeFile(clock, '+0\n');
  const env = {
    LD_PRELOAD: fakeTime,
    FAKETIME_TIMESTAMP_FILE: clock,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  const product = await startProduct({ env });
  const serverTime = async (): Promise<number> => {
    const { headers } = await fetch(`${product.url}/healthz`);
    return Date.parse(headers.get('date') ?? '');
  };
  return {
    url: product.url,
    prepare: () => Promise.resolve(),
    async inject(fault) {
      const struckAt = Date.now();
      await writeFile(clock, `${fault}\n`);
      const hours = Number.parseInt(fault, 10);
      await until(
        'the server has another time',
        async () => Math.abs((await serverTime()) - Date.now() - hours * 3_600_000) < 60_000,
      );
      return struckAt;
    },
    recover: () => untilReady(product),
    async close() {
      await product.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
