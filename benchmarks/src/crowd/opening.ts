import { setTimeout as sleep } from 'node:timers/promises';
import * as Y from 'yjs';
import type { Position } from '../wire/wire.ts';
import type { Opened, Participant } from './orders.ts';
import { now, takeSeat } from './seat.ts';

/** Time after which a server has removed a document without connections from memory (ms). */
const forgottenAfter = 250;

/** Opens a document `times` times, each time after the server has removed it from memory. */
export async function open(place: Participant, from: Position, times: number): Promise<Opened> {
  const milliseconds: number[] = [];
  let updates: readonly Uint8Array[] = [];
  let position = from;
  for (let i = 0; i < times; i += 1) {
    let arrived = 0;
    const start = now();
    const seat = await takeSeat(place, from, (_seat, heard) => {
      if (heard.kind !== 'synced') return;
      arrived = now();
      updates = heard.updates;
      position = { ...position, epoch: heard.epoch, seq: heard.seq };
    });
    milliseconds.push(arrived - start);
    await seat.close();
    await sleep(forgottenAfter);
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
