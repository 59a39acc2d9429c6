import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { subprotocol, writeFrame } from '@longhand/sync/protocol';
import type { Inspector, LongestPauses } from '../measure/inspector.ts';
import { untilIdle } from '../measure/idle.ts';
import type { Measure } from '../report/figures.ts';
import type { LonghandServer } from '../servers/longhand.ts';
import { interleave, measuredProcesses, type Bench } from './bench.ts';

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
/**
 * Time for which the server is observed from a frame on, and for which the connections stay open
 * (ms). Three seconds after they have closed, the server reads a stored text again.
 */
const watchFor = 6_000;
const openFor = 1_000;
/** Number of times that a frame is sent in a round. */
const triesPerRound = 3;

type Attack = { readonly name: string; readonly update: Uint8Array | null };

/**
 * Measures the longest pause of Longhand's event loop under hostile frames: the most work that a
 * frame of the maximum size can cause, also after it. Each frame is sent by one of two users of a
 * new document, when the server is idle. Longhand only, compared to pauses without any frame.
 *
 * Other processes can only lengthen a pause by the clock, so that the shortest of a round counts.
 * Of the CPU time, the longest counts.
 */
export async function runPauses(bench: Bench): Promise<void> {
  const measure = (what: string, by: string): Measure => ({
    workload: 'hostile',
    size: 'one frame',
    what: `${what}: longest pause by ${by}`,
    unit: 'ms',
    goal: { of: 'value', atMost: goal },
  });
  await interleave(bench, [bench.longhand], async (server) => {
    const inspector = await server.inspect();
    try {
      for (const { name, update } of attacks(bench.random)) {
        const pauses = await pausesOf(bench, { server, inspector, update });
        const clock = Math.min(...pauses.map((pause) => pause.clock));
        const cpu = Math.max(...pauses.map((pause) => pause.cpu));
        bench.say(`hostile ${name}: ${clock.toFixed(1)} ms, CPU ${cpu.toFixed(1)} ms`);
        bench.figures.add(measure(name, 'the clock'), server.name, clock);
        bench.figures.add(measure(name, 'CPU time'), server.name, cpu);
      }
    } finally {
      inspector.close();
    }
  });
}

type Tried = {
  readonly server: LonghandServer;
  readonly inspector: Inspector;
  readonly update: Uint8Array | null;
};

/** Returns the longest pauses of each try. */
async function pausesOf(
  bench: Bench,
  { server, inspector, update }: Tried,
): Promise<LongestPauses[]> {
  const pauses: LongestPauses[] = [];
  for (let i = 0; i < (bench.isQuick ? 1 : triesPerRound); i += 1) {
    const [document] = (await server.documents(1)) as [string];
    const reader = await connect(server, document, 1);
    const sender = await connect(server, document, 0);
    await untilIdle(await measuredProcesses(bench));
    await inspector.watchPauses();
    if (update !== null) sender.send(writeFrame(1, update));
    await sleep(openFor);
    for (const socket of [sender, reader]) socket.terminate();
    await sleep(watchFor - openFor);
    pauses.push(await inspector.longestPauses());
  }
  return pauses;
}

async function connect(
  server: LonghandServer,
  document: string,
  person: number,
): Promise<WebSocket> {
  const socket = new WebSocket(server.url(document), [subprotocol], {
    headers: server.headers(person),
    perMessageDeflate: false,
  });
  await new Promise<void>((resolve, reject) => socket.once('open', resolve).once('error', reject));
  return socket;
}

function attacks(random: () => number): Attack[] {
  const full = largest - 64;
  return [
    { name: 'no frame', update: null },
    {
      name: '7 bytes that claim 32 million structs',
      update: Uint8Array.of(1, ...uint(33_554_432), 1),
    },
    { name: 'as many structs as one update may have', update: structs(partsMax) },
    { name: 'as many deletions as one update may have', update: deletions(partsMax) },
    { name: '4 million structs in 8 MB', update: structs(Math.floor(full / 2)) },
    { name: '4 million deletions in 8 MB', update: deletions(Math.floor(full / 2)) },
    { name: 'one text of 8 MB', update: oneText(Buffer.alloc(full, 'a')) },
    { name: 'one text of 8 MB with accents', update: oneText(Buffer.alloc(full, 'é')) },
    {
      name: '8 MB of random bytes',
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
function oneText(letters: Uint8Array): Uint8Array {
  const client = uint(pasting);
  const marker = [7, 1, ...text('text'), 1];
  const head = [1, 2, ...client, 0, ...marker, 0x84, ...client, 0, ...uint(letters.length)];
  const bytes = new Uint8Array(head.length + letters.length + 1);
  bytes.set(head);
  bytes.set(letters, head.length);
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
