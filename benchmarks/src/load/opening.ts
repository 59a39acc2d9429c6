import { setTimeout as sleep } from 'node:timers/promises';
import * as Y from 'yjs';
import type { Position } from '../wire/wire.ts';
import type { Opened, Participant } from './load-tasks.ts';
import { now, openConnection } from './connection.ts';

/** Time after which a server has removed a document without connections from memory (ms). */
const evictedAfter = 250;

/** Opens a document `times` times, each time after the server has removed it from memory. */
export async function openRepeatedly(
  participant: Participant,
  from: Position,
  times: number,
): Promise<Opened> {
  const milliseconds: number[] = [];
  let updates: readonly Uint8Array[] = [];
  let position = from;
  for (let i = 0; i < times; i += 1) {
    let arrived = 0;
    const start = now();
    const connection = await openConnection(participant, from, (_connection, message) => {
      if (message.kind !== 'synced') return;
      arrived = now();
      updates = message.updates;
      position = { ...position, epoch: message.epoch, seq: message.seq };
    });
    milliseconds.push(arrived - start);
    await connection.close();
    await sleep(evictedAfter);
  }
  const clocks = clocksOf(updates);
  const stateVector = clocks.size === 0 ? from.stateVector : Y.encodeStateVector(clocks);
  const bytes = updates.reduce((sum, update) => sum + update.length, 0);
  return { milliseconds, bytes, clocks: [...clocks], position: { ...position, stateVector } };
}

function clocksOf(updates: readonly Uint8Array[]): Map<number, number> {
  const clocks = new Map<number, number>();
  for (const update of updates) {
    for (const [client, end] of Y.parseUpdateMeta(update).to)
      clocks.set(client, Math.max(end, clocks.get(client) ?? 0));
  }
  return clocks;
}
