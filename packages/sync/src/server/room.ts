import {
  admitUpdate,
  isHarmless,
  isTooLarge,
  reasonAgainst,
  type UpdateAdmissionOptions,
  type NewUpdate,
} from './admit-update.ts';
import type { Authorship } from './authorship.ts';
import { broadcast, canReceive } from './broadcast.ts';
import { createClientOwners, type ClientOwners } from './client-owners.ts';
import { ownerIn } from './client-pairs.ts';
import { createCommitQueue, isSession, type WaitingUpdate } from './commit-queue.ts';
import type { CommittedLog, Known } from './committed-log.ts';
import type { Append, ReachFaultPoint, Socket } from './ports.ts';
import { createPresence, type Presence } from './presence.ts';
import type { ReceivedUpdate } from './received-update.ts';
import { refuseChange, refuseForeign, refuseGap } from './refusals.ts';
import { createRoomReplies, type RoomReplies } from './room-replies.ts';
import type { Room, RoomLimits } from './room-types.ts';
import {
  acknowledge,
  applyBackpressure,
  askForTimes,
  hold,
  notify,
  notifyOfRefusal,
  openSession,
  type RoomSession,
  type Visitor,
} from './session.ts';
import type { Slices } from './slices.ts';
import { passOn, type Follow } from './trail.ts';
import {
  createUpdateChecks,
  type Check,
  type Checked,
  type UpdateChecks,
} from './update-checks.ts';
import { addToIndex, clientBounds } from './validate-update.ts';
import { NotStored, type ServerWrite, type Writer } from './writer.ts';
import type { Clock } from '../protocol/clock.ts';
import { beginOfEpoch } from '../protocol/epoch.ts';
import { awarenessFrame, closeCodes, syncFrame } from '../protocol/frame.ts';
import type { Notice } from '../protocol/notice.ts';
import type { RefusalReason } from '../protocol/refused.ts';
import type { Right } from '../protocol/right.ts';
import { bytesPerClient } from '../protocol/update.ts';

/**
 * Options of a room. `submit` hands it to the group commit. `changed` is called after each commit
 * with its authorship, except for server writes. `emptied` is called when the last connection
 * closes. `unchecked` is called with an unexpected error of a check that was done in slices, and
 * with the visitor whose connection it closes. `follow` is asked for the trail of each update.
 * `refused` is called with the reason of each refused update. `checkHead` ends the room if it lacks
 * entries of the log.
 */
export type RoomOptions = {
  readonly documentId: string;
  readonly log: CommittedLog;
  readonly clients: ReadonlyMap<number, string>;
  readonly limits: RoomLimits;
  readonly clock: Clock;
  readonly reach: ReachFaultPoint;
  readonly hasDiskSpace: () => boolean;
  readonly submit: (room: Room) => void;
  readonly changed: (room: Room, written: readonly Authorship[]) => void;
  readonly emptied: (room: Room) => void;
  readonly failed: (room: Room, error: unknown) => void;
  readonly slices: Slices;
  readonly unchecked: (room: Room, error: unknown, by: Visitor) => void;
  readonly follow: Follow;
  readonly refused: (reason: RefusalReason) => void;
  readonly checkHead: () => Promise<boolean>;
};

/**
 * Time after a restore within which pages may bring back units of other users (ms): devices may be
 * offline for days.
 */
const recoverableFor = 14 * 86_400_000;

/** Opens the room of a loaded document. */
export function createRoom(options: RoomOptions): Room {
  return new DocumentRoom(options);
}

class DocumentRoom implements Room {
  readonly documentId: string;
  readonly log: CommittedLog;
  readonly presence: Presence;
  readonly sessions = new Set<RoomSession>();
  readonly clock: Clock;
  readonly #options: RoomOptions;
  readonly #owners: ClientOwners;
  readonly #admission: UpdateAdmissionOptions;
  readonly #queue = createCommitQueue();
  readonly #checks: UpdateChecks;
  readonly #replies: RoomReplies;
  #known: Known | null = null;
  #isOver = false;

  constructor(options: RoomOptions) {
    const { documentId, log, clock, limits, hasDiskSpace } = options;
    this.#options = options;
    this.documentId = documentId;
    this.log = log;
    this.clock = clock;
    const owners = new Map(options.clients);
    this.presence = createPresence({
      clock,
      stateBytesMax: limits.awarenessBytes,
      send: (update, except) => this.#sendAwareness(update, except),
      mayUse: (id, user) => (ownerIn(owners, id) ?? user) === user,
      isAhead: (key) => (key as RoomSession).isAhead,
    });
    this.#owners = createClientOwners(owners, this.presence, clock);
    const { documentBytesMax } = limits;
    this.#admission = { log, owners: this.#owners, documentBytesMax, hasDiskSpace, clock };
    const { checkHead } = options;
    this.#replies = createRoomReplies({ log, presence: this.presence, clock, limits, checkHead });
    this.#checks = createUpdateChecks({
      slices: options.slices,
      know: () => (this.#isOver ? null : this.#know()),
      accepted: () => this.#queue.accepted,
      follow: (received) => options.follow({ documentId, ...received }),
      ended: () => this.sessions.size === 0 && options.emptied(this),
    });
  }

  join(visitor: Visitor, socket: Socket, right: Right): RoomSession {
    const session = openSession(visitor, socket, right, this.#options.refused);
    if (this.#isOver) socket.close(closeCodes.tryAgain, 'this room has ended; come back');
    this.sessions.add(session);
    if (!visitor.speaksLonghand) socket.send(syncFrame.step1(this.log.stateVector()));
    this.sendPresence(session);
    return session;
  }

  leave(session: RoomSession): void {
    if (!this.sessions.delete(session)) return;
    session.state = { kind: 'closed' };
    session.endWindow?.();
    this.presence.leave(session);
    if (this.sessions.size === 0) this.#options.emptied(this);
  }

  sendPresence(session: RoomSession): void {
    this.#replies.sendPresence(session);
  }

  resume(session: RoomSession, epoch: number, seq: number, stateVector: Uint8Array): void {
    if (epoch !== 0 && epoch < this.log.epoch) session.isAhead = true;
    void this.#replies.resume(session, epoch, seq, stateVector);
  }

  answer(session: RoomSession, stateVector: Uint8Array): void {
    this.#replies.answer(session, stateVector);
  }

  drained(session: RoomSession): void {
    this.#replies.drained(session);
  }

  receive(received: ReceivedUpdate, checked: (parts: number) => void): void {
    const { session, update, source } = received;
    this.#checks.check({
      update,
      source,
      bounds: clientBounds,
      isClosed: () => session.state.kind === 'closed',
      done: (result) => {
        if (result !== null) this.#act(received, result);
        checked(result?.validation.parts ?? 0);
      },
      failed: (error) => {
        this.#options.unchecked(this, error, session.visitor);
        session.socket.close(closeCodes.bug, 'internal error; your text is stored on your device');
      },
    });
  }

  write(by: Writer, update: Uint8Array): Promise<ServerWrite> {
    return new Promise((resolve, reject) => {
      const done: Check['done'] = (result) => {
        if (result === null) return reject(new NotStored('ended'));
        const { validation, known, trail } = result;
        if (validation.kind !== 'new')
          return reject(new Error(`a change of the server's own is ${validation.kind}`));
        const reason =
          reasonAgainst(validation, by.user, this.#admission) ??
          (isTooLarge(validation, 'repair', this.#admission) ? 'too_large' : null);
        if (reason !== null) return reject(new NotStored(reason));
        const from = { stored: resolve, failed: reject };
        this.#owners.claim(validation.inserted, by.user, null);
        this.#enqueue(validation, known, by, { from, decided: null, id: null, trail });
      };
      this.#checks.check({ update, source: 'server', isClosed: () => false, done, failed: reject });
    });
  }

  hasClient(client: number): boolean {
    return this.#owners.has(client);
  }

  stateVectorBytes(): number {
    // Client ids of a recovery have no owner until they are used again: they are in the snapshot.
    return this.#owners.size * bytesPerClient + this.log.stateVector().length;
  }

  isRecoverable(epoch: number): boolean {
    const since = this.clock.now() - beginOfEpoch(this.log.epoch);
    return epoch >= 1 && epoch < this.log.epoch && since < recoverableFor;
  }

  handshakeDone(session: RoomSession, checked: () => void): void {
    const held = session.state.kind === 'handshake' ? session.state.held : [];
    if (session.state.kind === 'handshake') session.state = { kind: 'live' };
    const next = (): void => {
      const update = held.shift();
      if (update === undefined) return checked();
      this.receive({ session, update, id: null, source: 'update', declaration: null }, next);
    };
    next();
  }

  announce(notice: Notice): void {
    for (const session of this.sessions) notify(session, notice);
  }

  settled(): boolean {
    return this.#queue.isEmpty && !this.#checks.isRunning;
  }

  end(code: number, reason: string): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#queue.dropWaiting(new NotStored('ended'));
    this.presence.close();
    for (const session of this.sessions) session.socket.close(code, reason);
  }

  take(): Append | null {
    if (this.#isOver || !this.#queue.isWaiting) return null;
    const batch = this.#queue.begin();
    passOn(batch, 'committing');
    return {
      documentId: this.documentId,
      seq: this.log.seq() + 1,
      updates: batch.map(({ bytes }) => bytes),
      authorship: batch.map(({ authorship }) => authorship),
      decisions: batch.flatMap(({ decided }) => (decided === null ? [] : [decided])),
      clients: this.#owners.takeNew(),
    };
  }

  stored(): void {
    const { limits, reach, submit, changed } = this.#options;
    const batch = this.#queue.finish();
    // The room failed during the commit, so the clients send these updates again to the next one.
    if (batch.length === 0) return;
    passOn(batch, 'committed');
    this.log.add({ seq: this.log.seq() + 1, updates: batch.map(({ bytes }) => bytes) });
    const seq = this.log.seq();
    broadcast(batch, { sessions: this.sessions, seq, laggingBytes: limits.laggingBytes });
    passOn(batch, 'broadcast');
    reach('before-ack');
    for (const { from, bytes } of batch) {
      if (!isSession(from)) from.stored({ seq: this.log.seq(), update: bytes });
      else {
        from.waitingUpdates -= 1;
        from.waitingBytes -= bytes.length;
      }
    }
    for (const session of this.sessions) {
      acknowledge(session, this.#queue.committed);
      applyBackpressure(session, limits);
    }
    for (const { trail, from, id } of batch)
      trail?.ended('stored', isSession(from) && askForTimes(from, id, trail));
    if (!this.#isOver && this.#queue.isWaiting) submit(this);
    const typed = batch.filter(({ from }) => isSession(from));
    changed(
      this,
      typed.map(({ authorship }) => authorship),
    );
  }

  conflicted(): void {
    this.failed(new Error('another process has stored this document meanwhile'));
  }

  failed(error: unknown): void {
    this.#queue.dropAll(new NotStored('failed', error));
    this.#options.failed(this, error);
    this.end(closeCodes.tryAgain, 'not stored; try again');
  }

  #sendAwareness(update: Uint8Array, except: object | null): void {
    const frame = awarenessFrame(update);
    const { laggingBytes } = this.#options.limits;
    for (const session of this.sessions)
      if (session !== except && canReceive(session, this.log.seq(), laggingBytes))
        session.socket.send(frame);
  }

  /**
   * Decodes the struct index at the first write. Corrupt stored bytes end the room, not the
   * process.
   */
  #know(): Known | null {
    try {
      this.#known ??= this.log.known();
    } catch (error) {
      this.failed(error);
    }
    return this.#known;
  }

  #act(received: ReceivedUpdate, checked: Checked): void {
    const { session, update, id, source } = received;
    const { validation, known } = checked;
    switch (validation.kind) {
      case 'known':
        // A write that only repeats units of another user means a client id collision: the text
        // typed here is not stored.
        if (
          source === 'write' &&
          validation.clients.some((client) => this.#owners.isForeign(session.visitor.user, client))
        )
          return refuseForeign(session, id);
        session.isAhead = false;
        return this.#ackWhenDurable(session, id);
      case 'gap':
        if (session.state.kind === 'handshake' && session.right !== 'read')
          return hold(session, update);
        return session.right === 'read' ? refuseChange(session, id) : refuseGap(session, id);
      case 'refused':
        notifyOfRefusal(session, id, validation.reason, validation.detail);
        return session.socket.close(closeCodes.forbidden, validation.detail);
      case 'new':
        if (session.right === 'read')
          return isHarmless(validation, known.index, source)
            ? this.#ackWhenDurable(session, id)
            : refuseChange(session, id);
        return this.#accept(received, validation, checked);
    }
  }

  #accept(received: ReceivedUpdate, validation: NewUpdate, { known, trail }: Checked): void {
    const { session, id, source } = received;
    const { user } = session.visitor;
    const admission = admitUpdate(received, validation, known, this.#admission);
    if (admission.kind === 'refused') return;
    session.isAhead = false;
    if (admission.kind === 'empty') return this.#ackWhenDurable(session, id);
    const { allowed, decided } = admission;
    if (source === 'recovery') this.#owners.count(allowed.inserted, user, session);
    else this.#owners.claim(allowed.inserted, user, session);
    this.#enqueue(allowed, known, session.visitor, { from: session, decided, id, trail });
    session.waitingUpdates += 1;
    session.waitingBytes += allowed.bytes.length;
    this.#ackWhenDurable(session, id);
    applyBackpressure(session, this.#options.limits);
  }

  #enqueue(
    validation: NewUpdate,
    { index, suggestions }: Known,
    { user, session }: Writer,
    what: Omit<WaitingUpdate, 'bytes' | 'authorship'>,
  ): void {
    addToIndex(index, validation.additions);
    suggestions.add(validation.entries, validation.additions.deletes);
    this.#queue.add({
      bytes: ownBytes(validation.bytes),
      authorship: { user, session, at: this.clock.now(), inserted: validation.inserted },
      ...what,
    });
    this.#options.submit(this);
  }

  /** Schedules the acknowledgement of a write for when all updates accepted so far are on disk. */
  #ackWhenDurable(session: RoomSession, id: number | null): void {
    if (id === null) return;
    session.acks.push({ id, position: this.#queue.accepted });
    acknowledge(session, this.#queue.committed);
    applyBackpressure(session, this.#options.limits);
  }
}

/**
 * Copies bytes that are a small part of their memory, such as a socket's buffer of 64 KB, which the
 * tail would retain.
 */
function ownBytes(bytes: Uint8Array): Uint8Array {
  return bytes.length * 2 < bytes.buffer.byteLength ? bytes.slice() : bytes;
}
