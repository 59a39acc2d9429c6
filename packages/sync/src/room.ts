import { type Authorship } from './authorship.ts';
import { createClientBudget } from './client-budget.ts';
import type { ContentModel } from './content-model.ts';
import { awarenessFrame, closeCodes, stateFrame, syncFrame } from './frame.ts';
import type { History } from './history.ts';
import { judge, learn, onlyTidies, type Verdict } from './judge.ts';
import type { Knowledge } from './knowledge.ts';
import type { Append, Clock, Inspector, Reach } from './ports.ts';
import { createPresence } from './presence.ts';
import { createReview } from './review.ts';
import type { Manner, Room, RoomLimits } from './room-types.ts';
import { acknowledge, balance, notify, openSession, refuse, type Session } from './session.ts';
import { answerSoon, answerWaiting } from './questions.ts';
import { keepsUp, show } from './show.ts';
import { NotStored, type ServerWrite, type Writer } from './writer.ts';

/** What waits for its commit: of a connection, or of somebody who wants to know what becomes of it. */
type Waiting = {
  readonly bytes: Uint8Array;
  readonly authorship: Authorship;
  readonly from: Session | { stored(written: ServerWrite): void; failed(error: NotStored): void };
};

type New = Extract<Verdict, { kind: 'new' }>;

/** Bytes and updates of a stock client that may wait for its step 2. */
const heldBytesMax = 1_048_576;
const heldUpdatesMax = 1_000;
const emptyVector = new Uint8Array([0]);

/** Opens the room of a loaded document. `submit` is the group commit; `changed` is called after each commit, with who wrote what of it (what the server wrote itself left out), `emptied` when the last one leaves. */
export function createRoom(options: {
  documentId: string;
  history: History;
  clients: ReadonlyMap<number, string>;
  content: ContentModel;
  limits: RoomLimits;
  clock: Clock;
  reach: Reach;
  inspector: Inspector;
  submit: (room: Room) => void;
  changed: (room: Room, written: readonly Authorship[]) => void;
  emptied: (room: Room) => void;
  failed: (room: Room, error: unknown) => void;
}): Room {
  const { history, content, limits, clock, reach } = options;
  const sessions = new Set<Session>();
  const owners = new Map(options.clients);
  const budget = createClientBudget(owners, () => clock.now());
  let newOwners: { client: number; user: string }[] = [];
  let knowledge: Knowledge | null = null;
  let waiting: Waiting[] = [];
  let storing: Waiting[] = [];
  let storingOwners = newOwners;
  /** Updates taken since the room was opened, and how many of them are on disk. */
  let taken = 0;
  let committed = 0;
  let over = false;

  const presence = createPresence({
    clock,
    stateBytesMax: limits.awarenessBytes,
    send(update) {
      const frame = awarenessFrame(update);
      for (const session of sessions) if (keepsUp(session, history.seq(), limits.laggingBytes)) session.socket.send(frame);
    },
    mayUse: (id, user) => (owners.get(id) ?? user) === user,
  });

  const review = createReview({
    inspector: options.inspector,
    documentId: options.documentId,
    all: () => [...history.whole().updates, ...[...storing, ...waiting].map(({ bytes }) => bytes)],
    judge(update) {
      const known = over ? null : know();
      return known && judge(update, known, content);
    },
    isForeign,
    pass(verdict, { session, update, id, manner }) {
      const known = know();
      if (known !== null) act(session, update, id, manner, verdict, known);
    },
    balance: (session) => balance(session, limits),
    emptied() {
      if (sessions.size === 0) options.emptied(room);
    },
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
      answerSoon(session, 'people', limits, clock, () => {
        const everyone = presence.everyone();
        if (everyone !== null) session.socket.send(awarenessFrame(everyone));
      });
    },

    leave(session) {
      if (!sessions.delete(session)) return;
      session.state = { kind: 'closed' };
      session.endWindow?.();
      presence.leave(session);
      if (![...sessions].some(({ right }) => right === 'suggest')) review.rest();
      if (sessions.size === 0) options.emptied(room);
    },

    receive(session, update, id, manner) {
      if (over) return;
      const known = know();
      if (known === null) return;
      const verdict = judge(update, known, content);
      if (session.right === 'suggest' && (verdict.kind === 'new' || review.holds(session)))
        review.add({ session, update: update.slice(), id, manner });
      else if (verdict.kind === 'new' && session.right === 'read' && isHarmless(verdict, known, manner)) settle(session, id);
      else act(session, update, id, manner, verdict, known);
    },

    write(by, update) {
      return new Promise((resolve, reject) => {
        const known = over ? null : know();
        if (known === null) return reject(new NotStored('ended'));
        const verdict = judge(update, known, content);
        if (verdict.kind !== 'new') return reject(new Error(`a change of the server's own is ${verdict.kind}`));
        const reason = whyNot(verdict, by.user);
        if (reason !== null) return reject(new NotStored(reason));
        enter(verdict, known, by, { stored: resolve, failed: reject });
      });
    },

    hasClient: (client) => owners.has(client),
    clientCount: () => owners.size,

    greeted(session) {
      if (session.state.kind !== 'greeting') return;
      const { held } = session.state;
      session.state = { kind: 'live' };
      for (const update of held) room.receive(session, update, null, 'update');
    },

    resume(session, epoch, seq, stateVector) {
      answerSoon(session, 'text', limits, clock, () => sendState(session, epoch, seq, stateVector));
    },

    answer(session, stateVector) {
      answerSoon(session, 'text', limits, clock, () => {
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
        else for (const update of history.since(seq) ?? history.whole().updates) session.socket.send(syncFrame.update(update));
      }
      answerWaiting(session, limits, clock);
    },

    announce(notice) {
      for (const session of sessions) notify(session, notice);
    },

    settled: () => waiting.length === 0 && storing.length === 0 && review.isIdle(),

    end(code, reason) {
      if (over) return;
      over = true;
      disappoint(waiting, new NotStored('ended'));
      waiting = [];
      review.end();
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
        clients: storingOwners,
      };
    },

    stored() {
      const batch = storing;
      storing = [];
      storingOwners = [];
      committed += batch.length;
      history.add({ seq: history.seq() + 1, updates: batch.map(({ bytes }) => bytes) });
      show(batch, { sessions, seq: history.seq(), laggingBytes: limits.laggingBytes });
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
        balance(session, limits);
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

  /** Decodes the knowledge at the first write. Stored bytes that make no sense end the room, not the process. */
  function know(): Knowledge | null {
    try {
      knowledge ??= history.knowledge(content);
    } catch (error) {
      room.failed(error);
    }
    return knowledge;
  }

  function act(
    session: Session,
    update: Uint8Array,
    id: number | null,
    manner: Manner,
    verdict: Verdict,
    known: Knowledge,
  ): void {
    switch (verdict.kind) {
      case 'known':
        // Words of one's own that are known as somebody else's are not one's own words: what was typed is not stored.
        if (manner === 'write' && verdict.clients.some((client) => isForeign(session.visitor.user, client)))
          return refuseForeign(session, id);
        return settle(session, id);
      case 'gap':
        if (session.state.kind === 'greeting' && session.right !== 'read') return hold(session, update);
        return session.right === 'read' ? refuseChange(session, id) : refuseGap(session, id);
      case 'refused':
        notify(session, { kind: 'refused', id, reason: verdict.reason, detail: verdict.detail });
        return session.socket.close(closeCodes.forbidden, verdict.detail);
      case 'new':
        if (session.right === 'read') return refuseChange(session, id);
        return takeIn(session, id, verdict, known);
    }
  }

  /**
   * What the replica of somebody who may not write says without their doing: a step 2 repeats all deletions, also those that only
   * integration made and no update ever named; and Yjs tidies marks up. It is passed over: neither stored nor held against them.
   */
  function isHarmless(verdict: New, known: Knowledge, manner: Manner): boolean {
    return verdict.inserted.length === 0 && (manner === 'greeting' || onlyTidies(verdict, known));
  }

  function takeIn(session: Session, id: number | null, verdict: New, known: Knowledge): void {
    const reason = whyNot(verdict, session.visitor.user);
    if (reason === 'foreign_client') return refuseForeign(session, id);
    if (reason === 'too_large') return refuse(session, id, 'too_large', 'this document has reached its largest size');
    if (!budget.allows({ user: session.visitor.user, connection: session, right: session.right }, newClients(verdict)))
      return refuse(session, id, 'too_many_clients', 'too many pages of yours have written here');
    enter(verdict, known, session.visitor, session);
    session.waitingUpdates += 1;
    session.waitingBytes += verdict.bytes.length;
    settle(session, id);
    balance(session, limits);
  }

  /** Why words that are new and well formed cannot be taken from a person all the same; null where they can. */
  function whyNot(verdict: New, user: string): 'foreign_client' | 'too_large' | null {
    if (verdict.inserted.some(({ client }) => isForeign(user, client))) return 'foreign_client';
    return history.bytes() + verdict.bytes.length > limits.documentBytesMax ? 'too_large' : null;
  }

  function newClients({ inserted }: New): number {
    return inserted.reduce((count, { client }) => count + (owners.has(client) ? 0 : 1), 0);
  }

  function enter(verdict: New, known: Knowledge, { user, session }: Writer, from: Waiting['from']): void {
    for (const { client } of verdict.inserted) {
      if (owners.has(client)) continue;
      owners.set(client, user);
      budget.count(user, isSession(from) ? from : null);
      newOwners.push({ client, user });
    }
    learn(known, verdict.additions);
    review.took(verdict.bytes);
    taken += 1;
    // A copy: the bytes may be a view into a socket's 64 KB buffer, which the tail would keep alive.
    waiting.push({
      bytes: verdict.bytes.slice(),
      authorship: { user, session, at: clock.now(), inserted: verdict.inserted },
      from,
    });
    options.submit(room);
  }

  /**
   * A client id is the person's who first stored words under it, and before that the one's who is here with it. Everybody sees it with
   * their caret: else another could store words in its place, and what that person has typed meanwhile would count as known.
   */
  function isForeign(user: string, client: number): boolean {
    return (owners.get(client) ?? presence.userOf(client) ?? user) !== user;
  }

  function refuseChange(session: Session, id: number | null): void {
    refuse(session, id, 'not_allowed', 'your role does not allow changes');
  }

  function refuseForeign(session: Session, id: number | null): void {
    refuse(session, id, 'foreign_client', 'these words belong to somebody else');
  }

  function sendState(session: Session, epoch: number, seq: number, stateVector: Uint8Array): void {
    const tail = epoch === history.epoch ? history.since(seq) : null;
    const updates = tail ?? history.missingFrom(stateVector);
    session.socket.send(stateFrame(history.epoch, tail === null ? 0 : seq, history.seq(), updates));
  }

  /** What this write holds is on disk as soon as everything is that has been taken so far. */
  function settle(session: Session, id: number | null): void {
    if (id === null) return;
    session.acks.push({ id, position: taken });
    acknowledge(session, committed);
    balance(session, limits);
  }

  function hold(session: Session, update: Uint8Array): void {
    if (session.state.kind !== 'greeting') return;
    session.state.held.push(update.slice());
    session.state.heldBytes += update.length;
    if (session.state.heldBytes > heldBytesMax || session.state.held.length > heldUpdatesMax) {
      session.socket.close(closeCodes.forbidden, 'too much before the greeting');
    }
  }

  /** A page of ours sends everything it has when it hears of a gap; a stock client does so when it comes back. */
  function refuseGap(session: Session, id: number | null): void {
    refuse(session, id, 'gap', 'something before this change is missing');
    if (!session.visitor.speaksLonghand)
      session.socket.close(closeCodes.forbidden, 'gap: something before this change is missing');
  }
}

function isSession(from: Waiting['from']): from is Session {
  return 'visitor' in from;
}

function disappoint(list: readonly Waiting[], error: NotStored): void {
  for (const { from } of list) if (!isSession(from)) from.failed(error);
}
