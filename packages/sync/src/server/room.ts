import { type Authorship } from './authorship.ts';
import { createClientBudget } from './client-budget.ts';
import { otherOf, ownerIn } from './client-pairs.ts';
import { checkDecision, type Decided } from './decisions.ts';
import type { Declaration } from '../protocol/declaration.ts';
import { validateRight, type TextRight } from './suggestions/right.ts';
import { awarenessFrame, closeCodes, stateFrame, syncFrame } from '../protocol/frame.ts';
import type { CommittedLog, Known } from './committed-log.ts';
import { validateUpdate, addToIndex, onlyTidies, type Validation } from './validate-update.ts';
import type { StructIndex } from './struct-index.ts';
import type { Append, ReachFaultPoint } from './ports.ts';
import type { Clock } from '../protocol/clock.ts';
import { createPresence } from './presence.ts';
import type { UpdateSource, Room, RoomLimits } from './room-types.ts';
import {
  refuseChange,
  refuseForeign,
  refuseForNow,
  refuseGap,
  refuseSuggestion,
} from './refusals.ts';
import {
  acknowledge,
  applyBackpressure,
  notify,
  openSession,
  refuse,
  type Session,
} from './session.ts';
import { throttleReply, sendThrottledReplies } from './throttled-replies.ts';
import { canReceive, broadcast } from './broadcast.ts';
import { NotStored, type ServerWrite, type Writer } from './writer.ts';

/** An update that waits for its commit. `from`: its connection, or callbacks of a server write. */
type Waiting = {
  readonly bytes: Uint8Array;
  readonly authorship: Authorship;
  readonly decided: Decided | null;
  readonly from: Session | { stored(written: ServerWrite): void; failed(error: NotStored): void };
};

type New = Extract<Validation, { kind: 'new' }>;

/** An update as it arrived over a connection. */
type Sent = {
  readonly session: Session;
  readonly update: Uint8Array;
  readonly id: number | null;
  readonly source: UpdateSource;
  readonly declaration: Declaration | null;
};

/** Maximum bytes and updates of a stock client that are held until its step 2. */
const heldBytesMax = 1_048_576;
const heldUpdatesMax = 1_000;
const emptyVector = new Uint8Array([0]);

/**
 * Opens the room of a loaded document. `submit` hands it to the group commit. `changed` is called
 * after each commit with its authorship, except for server writes. `emptied` is called when the
 * last connection closes.
 */
export function createRoom(options: {
  documentId: string;
  history: CommittedLog;
  clients: ReadonlyMap<number, string>;
  limits: RoomLimits;
  clock: Clock;
  reach: ReachFaultPoint;
  hasRoom: () => boolean;
  submit: (room: Room) => void;
  changed: (room: Room, written: readonly Authorship[]) => void;
  emptied: (room: Room) => void;
  failed: (room: Room, error: unknown) => void;
}): Room {
  const { history, limits, clock, reach } = options;
  const sessions = new Set<Session>();
  const owners = new Map(options.clients);
  const budget = createClientBudget(owners, () => clock.now());
  let newOwners: { client: number; user: string }[] = [];
  let found: Known | null = null;
  let waiting: Waiting[] = [];
  let storing: Waiting[] = [];
  let storingOwners = newOwners;
  /** Number of updates accepted since the room was opened, and number of them on disk. */
  let taken = 0;
  let committed = 0;
  let over = false;

  const presence = createPresence({
    clock,
    stateBytesMax: limits.awarenessBytes,
    send(update) {
      const frame = awarenessFrame(update);
      for (const session of sessions)
        if (canReceive(session, history.seq(), limits.laggingBytes)) session.socket.send(frame);
    },
    mayUse: (id, user) => (ownerIn(owners, id) ?? user) === user,
  });

  const room: Room = {
    documentId: options.documentId,
    history,
    presence,
    sessions,
    clock,

    join(visitor, socket, right) {
      const session = openSession(visitor, socket, right);
      if (over) socket.close(closeCodes.tryAgain, 'this room has ended; come back');
      sessions.add(session);
      if (!visitor.speaksLonghand) socket.send(syncFrame.step1(history.stateVector()));
      room.introduce(session);
      return session;
    },

    introduce(session) {
      throttleReply(session, 'people', limits, clock, () => {
        const everyone = presence.everyone();
        if (everyone !== null) session.socket.send(awarenessFrame(everyone));
      });
    },

    leave(session) {
      if (!sessions.delete(session)) return;
      session.state = { kind: 'closed' };
      session.endWindow?.();
      presence.leave(session);
      if (sessions.size === 0) options.emptied(room);
    },

    receive(session, update, id, source, declaration) {
      if (over) return;
      const known = know();
      if (known === null) return;
      const validation = validateUpdate(update, known.index);
      if (
        validation.kind === 'new' &&
        session.right === 'read' &&
        isHarmless(validation, known.index, source)
      )
        settle(session, id);
      else
        act({ session, update, id, source, declaration: declaration ?? null }, validation, known);
    },

    write(by, update) {
      return new Promise((resolve, reject) => {
        const known = over ? null : know();
        if (known === null) return reject(new NotStored('ended'));
        const validation = validateUpdate(update, known.index);
        if (validation.kind !== 'new')
          return reject(new Error(`a change of the server's own is ${validation.kind}`));
        const reason = whyNot(validation, by.user);
        if (reason !== null) return reject(new NotStored(reason));
        enter(validation, known, by, { from: { stored: resolve, failed: reject }, decided: null });
      });
    },

    hasClient: (client) => ownerIn(owners, client) !== undefined,
    clientCount: () => owners.size,

    greeted(session) {
      if (session.state.kind !== 'greeting') return;
      const { held } = session.state;
      session.state = { kind: 'live' };
      for (const update of held) room.receive(session, update, null, 'update');
    },

    resume(session, epoch, seq, stateVector) {
      throttleReply(session, 'text', limits, clock, () =>
        sendState(session, epoch, seq, stateVector),
      );
    },

    answer(session, stateVector) {
      throttleReply(session, 'text', limits, clock, () => {
        const updates = history.missingFrom(stateVector);
        const last = updates[updates.length - 1] ?? new Uint8Array([0, 0]);
        for (const update of updates.slice(0, -1)) session.socket.send(syncFrame.update(update));
        session.socket.send(syncFrame.step2(last));
      });
    },

    drained(session) {
      if (session.state.kind === 'lagging') {
        const { seq } = session.state;
        session.state = { kind: 'live' };
        room.introduce(session);
        if (session.visitor.speaksLonghand) sendState(session, history.epoch, seq, emptyVector);
        else
          for (const update of history.since(seq) ?? history.whole().updates)
            session.socket.send(syncFrame.update(update));
      }
      sendThrottledReplies(session, limits, clock);
    },

    announce(notice) {
      for (const session of sessions) notify(session, notice);
    },

    settled: () => waiting.length === 0 && storing.length === 0,

    end(code, reason) {
      if (over) return;
      over = true;
      disappoint(waiting, new NotStored('ended'));
      waiting = [];
      presence.close();
      for (const session of sessions) session.socket.close(code, reason);
    },

    take(): Append | null {
      if (over || waiting.length === 0) return null;
      [storing, waiting] = [waiting, []];
      [storingOwners, newOwners] = [newOwners, []];
      return {
        documentId: options.documentId,
        seq: history.seq() + 1,
        updates: storing.map(({ bytes }) => bytes),
        authorship: storing.map(({ authorship }) => authorship),
        decisions: storing.flatMap(({ decided }) => (decided === null ? [] : [decided])),
        clients: storingOwners,
      };
    },

    stored() {
      const batch = storing;
      storing = [];
      storingOwners = [];
      committed += batch.length;
      history.add({ seq: history.seq() + 1, updates: batch.map(({ bytes }) => bytes) });
      broadcast(batch, { sessions, seq: history.seq(), laggingBytes: limits.laggingBytes });
      reach('before-ack');
      for (const { from, bytes } of batch) {
        if (!isSession(from)) from.stored({ seq: history.seq(), update: bytes });
        else {
          from.waitingUpdates -= 1;
          from.waitingBytes -= bytes.length;
        }
      }
      for (const session of sessions) {
        acknowledge(session, committed);
        applyBackpressure(session, limits);
      }
      if (!over && waiting.length > 0) options.submit(room);
      const typed = batch.filter(({ from }) => isSession(from));
      options.changed(
        room,
        typed.map(({ authorship }) => authorship),
      );
    },

    conflicted() {
      room.failed(new Error('somebody else has stored this document meanwhile'));
    },

    failed(error) {
      disappoint([...storing, ...waiting], new NotStored('failed', error));
      waiting = storing = [];
      options.failed(room, error);
      room.end(closeCodes.tryAgain, 'not stored; try again');
    },
  };
  return room;

  /**
   * Decodes the struct index at the first write. Corrupt stored bytes end the room, not the
   * process.
   */
  function know(): Known | null {
    try {
      found ??= history.known();
    } catch (error) {
      room.failed(error);
    }
    return found;
  }

  function act(sent: Sent, validation: Validation, known: Known): void {
    const { session, update, id, source } = sent;
    switch (validation.kind) {
      case 'known':
        // A write that only repeats units of another user means a client id collision: the text
        // typed here is not stored.
        if (
          source === 'write' &&
          validation.clients.some((client) => isForeign(session.visitor.user, client))
        )
          return refuseForeign(session, id);
        return settle(session, id);
      case 'gap':
        if (session.state.kind === 'greeting' && session.right !== 'read')
          return hold(session, update);
        return session.right === 'read' ? refuseChange(session, id) : refuseGap(session, id);
      case 'refused':
        notify(session, {
          kind: 'refused',
          id,
          reason: validation.reason,
          detail: validation.detail,
        });
        return session.socket.close(closeCodes.forbidden, validation.detail);
      case 'new':
        if (session.right === 'read') return refuseChange(session, id);
        return takeIn(sent, validation, known);
    }
  }

  /**
   * True if the replica of a read-only user creates such an update by itself. A step 2 repeats all
   * deletions, including those made only by integration, which no update contains. Yjs also cleans
   * up formats. The update is ignored: neither stored nor counted as forbidden.
   */
  function isHarmless(validation: New, known: StructIndex, source: UpdateSource): boolean {
    return (
      validation.inserted.length === 0 && (source === 'greeting' || onlyTidies(validation, known))
    );
  }

  function takeIn({ session, id, declaration }: Sent, validation: New, known: Known): void {
    const reason = whyNot(validation, session.visitor.user);
    if (reason === 'foreign_client') return refuseForeign(session, id);
    if (reason === 'too_large')
      return refuse(session, id, 'too_large', 'this document has reached its largest size');
    if (reason === 'no_room') return refuseForNow(session, id);
    if (
      !budget.allows(
        { user: session.visitor.user, connection: session, right: session.right },
        newClients(validation),
      )
    )
      return refuse(session, id, 'too_many_clients', 'too many pages of yours have written here');
    const { user } = session.visitor;
    const right: TextRight = session.right === 'suggest' ? 'suggest' : 'edit';
    const fresh = new Set(validation.inserted.map(({ client }) => client));
    const isMine = (client: number): boolean => fresh.has(client) || fresh.has(otherOf(client));
    const sender = {
      person: user,
      right,
      ownerOf: (client: number) => ownerOf(client) ?? (isMine(client) ? user : null),
    };
    const ruling = validateRight(validation, known.index, known.suggestions, sender);
    if (ruling.kind === 'refused') return refuseSuggestion(session, id, ruling.detail);
    const allowed: New = {
      ...validation,
      bytes: ruling.bytes,
      additions: { ...validation.additions, deletes: ruling.deletes },
    };
    if (allowed.inserted.length === 0 && ruling.deletes.length === 0) return settle(session, id);
    const decision =
      declaration && checkDecision(declaration, allowed, known.index, known.suggestions, sender);
    if (decision?.kind === 'false') return refuse(session, id, 'untrue_decision', decision.detail);
    const suggestions = decision?.suggestions ?? [];
    const decided =
      declaration === null || suggestions.length === 0
        ? null
        : { ...writer(session), verdict: declaration.verdict, suggestions };
    enter(allowed, known, session.visitor, { from: session, decided });
    session.waitingUpdates += 1;
    session.waitingBytes += allowed.bytes.length;
    settle(session, id);
    applyBackpressure(session, limits);
  }

  /** Returns the reason why a new and well-formed update is refused; null if it can be accepted. */
  function whyNot(
    validation: New,
    user: string,
  ): 'foreign_client' | 'too_large' | 'no_room' | null {
    if (validation.inserted.some(({ client }) => isForeign(user, client))) return 'foreign_client';
    if (history.bytes() + validation.bytes.length > limits.documentBytesMax) return 'too_large';
    return options.hasRoom() ? null : 'no_room';
  }

  function newClients({ inserted }: New): number {
    return new Set(
      inserted
        .filter(({ client }) => !room.hasClient(client))
        .map(({ client }) => client - (client % 2)),
    ).size;
  }

  function enter(
    validation: New,
    { index, suggestions }: Known,
    { user, session }: Writer,
    what: Pick<Waiting, 'from' | 'decided'>,
  ): void {
    for (const { client } of validation.inserted) {
      if (owners.has(client)) continue;
      if (!owners.has(otherOf(client))) budget.count(user, isSession(what.from) ? what.from : null);
      owners.set(client, user);
      newOwners.push({ client, user });
    }
    addToIndex(index, validation.additions);
    suggestions.learn(validation.entries, validation.additions.deletes);
    taken += 1;
    // Copied, because the bytes may be a view into a socket's 64 KB buffer, which the tail would
    // retain.
    waiting.push({
      bytes: validation.bytes.slice(),
      authorship: { user, session, at: clock.now(), inserted: validation.inserted },
      ...what,
    });
    options.submit(room);
  }

  /**
   * True if a client id belongs to another user. A pair belongs to the user who first stored units
   * under it, and before that to the present holder. Carets make client ids public: otherwise
   * another user could store units under the id first, and the holder's own text would count as
   * known.
   */
  function isForeign(user: string, client: number): boolean {
    return (ownerOf(client) ?? user) !== user;
  }

  function ownerOf(client: number): string | null {
    return ownerIn(owners, client) ?? presence.userOf(client) ?? presence.userOf(otherOf(client));
  }

  function writer({
    visitor: { user, session },
  }: Session): Pick<Decided, 'user' | 'session' | 'at'> {
    return { user, session, at: clock.now() };
  }

  function sendState(session: Session, epoch: number, seq: number, stateVector: Uint8Array): void {
    const tail = epoch === history.epoch ? history.since(seq) : null;
    const updates = tail ?? history.missingFrom(stateVector);
    session.socket.send(stateFrame(history.epoch, tail === null ? 0 : seq, history.seq(), updates));
  }

  /** Schedules the acknowledgement of a write for when all updates accepted so far are on disk. */
  function settle(session: Session, id: number | null): void {
    if (id === null) return;
    session.acks.push({ id, position: taken });
    acknowledge(session, committed);
    applyBackpressure(session, limits);
  }

  function hold(session: Session, update: Uint8Array): void {
    if (session.state.kind !== 'greeting') return;
    session.state.held.push(update.slice());
    session.state.heldBytes += update.length;
    if (session.state.heldBytes > heldBytesMax || session.state.held.length > heldUpdatesMax) {
      session.socket.close(closeCodes.forbidden, 'too much before the greeting');
    }
  }
}

function isSession(from: Waiting['from']): from is Session {
  return 'visitor' in from;
}

function disappoint(list: readonly Waiting[], error: NotStored): void {
  for (const { from } of list) if (!isSession(from)) from.failed(error);
}
