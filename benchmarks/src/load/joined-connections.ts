import { setTimeout as sleep } from 'node:timers/promises';
import * as Y from 'yjs';
import { percentile } from '../measure/statistics.ts';
import { firstLetter } from '../wire/typing.ts';
import { initialPosition, type ServerMessage } from '../wire/wire.ts';
import type { Latency, Participant, Promised, Typed } from './load-tasks.ts';
import { now, openConnection, type Connection, type Writer } from './connection.ts';

/** All joined connections, and the latencies that they observe. */
export type JoinedConnections = {
  join(participants: readonly Participant[]): Promise<void>;
  put(update: Uint8Array): Promise<void>;
  write(updates: readonly Uint8Array[], window: number): Promise<void>;
  type(perSecond: number, milliseconds: number, ramp: number): Promise<Typed>;
  flood(characters: number, window: number): Promise<Typed>;
  ledger(): Promised[];
  leave(): Promise<void>;
};

/** Maximum number of connections that are opened in parallel. */
const atOnce = 40;
/**
 * Time limit for deliveries and acknowledgements after typing; later ones do not count (ms).
 */
const settleWithin = 5_000;
const acknowledgeWithin = 60_000;

/** Creates an empty set of connections. */
export function createJoinedConnections(): JoinedConnections {
  return new LoadConnections();
}

class LoadConnections implements JoinedConnections {
  #connections: Connection[] = [];
  readonly #writers = new Map<string, Writer>();
  #seen: number[] = [];
  /** Times until acknowledgements, by user (ms). */
  #acked = new Map<Writer, number[]>();
  #writes = new Map<Connection, number>();
  #lastHeard = 0;

  async join(participants: readonly Participant[]): Promise<void> {
    const onMessage = (connection: Connection, message: ServerMessage): void =>
      this.#receive(connection, message);
    for (let i = 0; i < participants.length; i += atOnce) {
      const some = participants.slice(i, i + atOnce);
      const joined = await Promise.all(
        some.map((participant) => openConnection(participant, initialPosition, onMessage)),
      );
      for (const connection of joined)
        if (connection.writer !== null)
          this.#writers.set(
            `${connection.participant.document} ${connection.writer.client}`,
            connection.writer,
          );
      this.#connections.push(...joined);
    }
    const waiting = this.#connections.filter(
      ({ writer, participant }) => writer !== null && participant.server !== 'relay',
    );
    await waitFor('every paragraph is acknowledged', () =>
      waiting.every((connection) => (connection.writer?.acked ?? 0) > 0),
    );
  }

  async put(update: Uint8Array): Promise<void> {
    const writes = (connection: Connection): number => this.#writes.get(connection) ?? 0;
    const documents = new Map(
      this.#connections.map((connection) => [connection.participant.document, connection]),
    );
    const firsts = [...documents.values()];
    const before = new Map(firsts.map((connection) => [connection, writes(connection)]));
    for (const connection of firsts) connection.send(update);
    await waitFor('every update is acknowledged', () =>
      firsts.every((connection) => writes(connection) > (before.get(connection) ?? 0)),
    );
  }

  async write(updates: readonly Uint8Array[], window: number): Promise<void> {
    const [connection] = this.#connections;
    if (connection === undefined) throw new Error('no client has joined');
    const before = this.#writes.get(connection) ?? 0;
    const acknowledged = (): number => (this.#writes.get(connection) ?? 0) - before;
    for (const [sent, update] of updates.entries()) {
      while (sent - acknowledged() >= window) await nextTurn();
      connection.send(update);
    }
    await waitFor('every update is acknowledged', () => acknowledged() >= updates.length);
  }

  async flood(characters: number, window: number): Promise<Typed> {
    this.#seen = [];
    this.#acked.clear();
    const start = now();
    const typists = this.#connections.filter(({ writer }) => writer !== null);
    await Promise.all(
      typists.map(async (connection) => {
        for (let sent = 0; sent < characters && connection.isOpen; sent += 1) {
          while (unacknowledged(connection) >= window && connection.isOpen) await nextTurn();
          connection.type();
        }
      }),
    );
    const sent = characters * typists.length;
    return this.#delivered(start, sent, sent * (this.#connections.length - 1));
  }

  async type(perSecond: number, milliseconds: number, ramp: number): Promise<Typed> {
    this.#seen = [];
    this.#acked.clear();
    const { start, sent, due } = await this.#typeAll(perSecond, milliseconds, ramp);
    return this.#delivered(start, sent, due);
  }

  /**
   * Waits for deliveries and acknowledgements that are due, within a time limit, and returns what
   * was measured.
   */
  async #delivered(start: number, sent: number, due: number): Promise<Typed> {
    const end = now() + settleWithin;
    const isDue = (): boolean =>
      this.#seen.length < due ||
      this.#connections.some(
        (connection) =>
          connection.participant.server !== 'relay' &&
          connection.isOpen &&
          unacknowledged(connection) > 0,
      );
    while (isDue() && now() < end && this.#isOpen()) await sleep(10);
    return {
      sent,
      seen: latencyOf(this.#seen),
      acked: latencyOf([...this.#acked.values()].flat()),
      slowest: slowestOf([...this.#acked.values()]),
      milliseconds: this.#lastHeard - start,
    };
  }

  ledger(): Promised[] {
    return this.#connections.flatMap(({ participant: { document }, writer }) => {
      if (writer === null) return [];
      const promised = Math.max(writer.seen, writer.acked);
      const typedAt = Float64Array.from(writer.typedAt);
      return [{ document, client: writer.client, promised, typedAt }];
    });
  }

  async leave(): Promise<void> {
    await Promise.all(this.#connections.map((connection) => connection.close()));
    this.#connections = [];
    this.#writers.clear();
    this.#writes = new Map();
  }

  /**
   * Types at a rate for a time. Returns the start, the number of characters, and that of their
   * deliveries to other connections that are due.
   */
  async #typeAll(
    perSecond: number,
    milliseconds: number,
    ramp: number,
  ): Promise<{ start: number; sent: number; due: number }> {
    const typists = this.#connections.filter(({ writer }) => writer !== null);
    const readers = new Map<string, number>();
    for (const { participant } of this.#connections)
      readers.set(participant.document, (readers.get(participant.document) ?? 0) + 1);
    const start = now();
    let [last, owed, sent, due] = [start, 0, 0, 0];
    while (now() < start + milliseconds && this.#isOpen()) {
      const at = now();
      const share = at - start < ramp ? (at - start) / ramp : 1;
      const active = Math.max(1, Math.floor(typists.length * share));
      owed += ((at - last) / 1_000) * perSecond * active;
      last = at;
      for (; sent < Math.floor(owed); sent += 1) {
        const connection = typists[sent % active] as Connection;
        connection.type();
        due += (readers.get(connection.participant.document) ?? 1) - 1;
      }
      await sleep(1);
    }
    return { start, sent, due };
  }

  #isOpen(): boolean {
    return this.#connections.some(({ isOpen }) => isOpen);
  }

  #receive(connection: Connection, message: ServerMessage): void {
    if (message.kind === 'updates')
      for (const update of message.updates) this.#recordSeen(connection, update);
    if (message.kind === 'acked') this.#recordAcknowledged(connection, message.through);
  }

  /**
   * Records the latencies of all characters in an update. Own characters are skipped: some servers
   * echo them.
   */
  #recordSeen({ participant, writer: reader }: Connection, update: Uint8Array): void {
    const at = now();
    const { from, to } = Y.parseUpdateMeta(update);
    for (const [client, end] of to) {
      const writer = this.#writers.get(`${participant.document} ${client}`);
      if (writer === undefined || writer === reader) continue;
      for (let clock = Math.max(from.get(client) ?? end, firstLetter); clock < end; clock += 1) {
        const typedAt = writer.typedAt[clock - firstLetter];
        if (typedAt !== undefined) this.#seen.push(at - typedAt);
      }
      writer.seen = Math.max(writer.seen, end);
    }
    this.#lastHeard = at;
  }

  #recordAcknowledged(connection: Connection, through: number): void {
    const { writer } = connection;
    this.#writes.set(connection, through);
    if (writer === null) return;
    const at = now();
    const times = this.#acked.get(writer) ?? [];
    this.#acked.set(writer, times);
    for (let write = writer.acked + 1; write <= through; write += 1) {
      const typedAt = writer.typedAt[write - firstLetter - 1];
      if (typedAt !== undefined) times.push(at - typedAt);
    }
    writer.acked = Math.max(writer.acked, through);
  }
}

/** Returns the latency of the user whose median is the largest. */
function slowestOf(users: readonly number[][]): Latency {
  const [slowest] = users.map(latencyOf).toSorted((a, b) => b.p50 - a.p50);
  return slowest ?? latencyOf([]);
}

/** Returns the number of writes of a user that are not acknowledged. The paragraph is one. */
function unacknowledged({ writer }: Connection): number {
  return writer === null ? 0 : writer.clock - writer.acked;
}

/** Resolves in the next iteration of the event loop, after received frames. */
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function latencyOf(values: readonly number[]): Latency {
  return { count: values.length, p50: percentile(values, 0.5), p99: percentile(values, 0.99) };
}

async function waitFor(what: string, isTrue: () => boolean): Promise<void> {
  const end = now() + acknowledgeWithin;
  while (!isTrue()) {
    if (now() > end) throw new Error(`waited ${acknowledgeWithin} ms in vain until ${what}`);
    await sleep(10);
  }
}
