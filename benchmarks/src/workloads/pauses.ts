import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { subprotocol, writeFrame } from '@longhand/sync/protocol';
import type { Inspector } from '../measure/inspector.ts';
import type { Measure } from '../report/figures.ts';
import { interleave, type Bench } from './bench.ts';

/** Size of the largest update that the server accepts (bytes). */
const largest = 8_388_608;
/** Maximum number of structs and deletions in one update. Source: SPEC.md of sync, [UPD9]. */
const partsMax = 250_000;
const mallory = 666;
const pasting = 668;
/**
 * Maximum delay of the event loop by one frame (ms). Source: the hostile frames of the live
 * channel's checks.
 */
const goal = 50;
/** Time for which the server is observed after a frame (ms). */
const watchFor = 1_500;

type Attack = { readonly name: string; readonly update: Uint8Array };

/**
 * Measures the longest pause of Longhand's event loop under hostile frames: the most work that a
 * frame of the maximum size can cause. Longhand only, compared to a pause without any frame.
 */
export async function runPauses(bench: Bench): Promise<void> {
  const measure = (what: string): Measure => ({
    workload: 'hostile',
    size: 'one frame',
    what: `longest pause, ${what}`,
    unit: 'ms',
    goal: { of: 'value', atMost: goal },
  });
  await interleave(bench, [bench.longhand], async (server) => {
    const [document] = (await server.documents(1)) as [string];
    const inspector = await server.inspect();
    try {
      bench.figures.add(
        { ...measure('no frame'), goal: null },
        server.name,
        await pauseDuring(inspector, async () => undefined),
      );
      for (const { name, update } of attacks(bench.random)) {
        const pause = await pauseDuring(inspector, () =>
          sendOne(server.url(document), server.headers(0), writeFrame(1, update)),
        );
        bench.say(`hostile ${name}: ${pause.toFixed(1)} ms`);
        bench.figures.add(measure(name), server.name, pause);
      }
    } finally {
      inspector.close();
    }
  });
}

async function pauseDuring(inspector: Inspector, work: () => Promise<void>): Promise<number> {
  await inspector.watchPauses();
  await work();
  await sleep(watchFor);
  return inspector.longestPause();
}

async function sendOne(
  url: string,
  headers: Readonly<Record<string, string>>,
  frame: Uint8Array,
): Promise<void> {
  const socket = new WebSocket(url, [subprotocol], { headers, perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(frame);
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => {
      socket.terminate();
      resolve();
    }, watchFor);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function attacks(random: () => number): Attack[] {
  const full = largest - 64;
  return [
    {
      name: '7 bytes that claim 32 million structs',
      update: Uint8Array.of(1, ...uint(33_554_432), 1),
    },
    { name: 'as many structs as one update may have', update: structs(partsMax) },
    { name: 'as many deletions as one update may have', update: deletions(partsMax) },
    { name: '4 million structs in 8 MB', update: structs(Math.floor(full / 2)) },
    { name: '4 million deletions in 8 MB', update: deletions(Math.floor(full / 2)) },
    { name: 'one text of 8 MB', update: oneText(full) },
    {
      name: '8 MB of chance',
      update: Uint8Array.from({ length: full }, () => Math.floor(random() * 256)),
    },
  ];
}

/** Structs of two bytes each, without content. Source: Yjs, `structs/GC.js`. */
function structs(count: number): Uint8Array {
  const head = [1, ...uint(count), ...uint(mallory), 0];
  const bytes = new Uint8Array(head.length + count * 2 + 1);
  bytes.set(head);
  for (let i = 0; i < count; i += 1) bytes[head.length + i * 2 + 1] = 1;
  return bytes;
}

/** Delete ranges of two bytes each. Source: Yjs, `utils/DeleteSet.js`. */
function deletions(count: number): Uint8Array {
  const head = [0, 1, ...uint(mallory), ...uint(count)];
  const bytes = new Uint8Array(head.length + count * 2);
  bytes.set(head);
  bytes.fill(1, head.length);
  return bytes;
}

/** A paragraph with one text, like a paste. It is valid except for its size. */
function oneText(length: number): Uint8Array {
  const client = uint(pasting);
  const marker = [7, 1, ...text('text'), 1];
  const head = [1, 2, ...client, 0, ...marker, 0x84, ...client, 0, ...uint(length)];
  const bytes = new Uint8Array(head.length + length + 1);
  bytes.set(head);
  bytes.fill(97, head.length, head.length + length);
  return bytes;
}

function text(value: string): number[] {
  return [value.length, ...Buffer.from(value)];
}

/** Encodes an unsigned integer as lib0 does. */
function uint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push(128 + (rest % 128));
  return [...bytes, rest];
}
