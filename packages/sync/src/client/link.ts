import {
  applyAwarenessUpdate,
  encodeAwarenessUpdate,
  removeAwarenessStates,
} from 'y-protocols/awareness';
import * as Y from 'yjs';
import { createRemoteQueue } from './remote-queue.ts';
import { createCopyKeeper } from './copy.ts';
import type { Declaration } from '../protocol/declaration.ts';
import {
  awarenessFrame,
  closeCodes,
  decisionFrame,
  resumeFrame,
  wholeFrame,
  writeFrame,
  type ServerFrame,
} from '../protocol/frame.ts';
import type { Notice } from '../protocol/notice.ts';
import { isMore, type Right } from '../protocol/right.ts';
import { atFirst, every, messageOf, pause, sameState, subscribe } from './link-parts.ts';
import type {
  ConnectionState,
  Line,
  Link,
  LinkOptions,
  LinkState,
  SavedMark,
} from './link-types.ts';
import {
  clean,
  maySend,
  pendingAfter,
  problemOf,
  repairOf,
  type PendingEvent,
  type PendingState,
} from './pending.ts';
import { createRemoteApplier } from './remote-applier.ts';
import { createPendingWrites } from './pending-writes.ts';

/**
 * First and longest retry delay (ms). Each retry multiplies the delay by 1.6, with jitter of 0.5 to
 * 1.5 times.
 */
const firstWait = 150;
const longestWait = 5_000;
/**
 * Time without any frame after which a line is considered dead (ms). Our own awareness is echoed
 * every 15 s.
 */
const silenceMax = 35_000;
/** Time without a connection before the mark shows it (ms); shorter breaks are not shown. */
const breakUnnoticed = 1_500;
/**
 * Time without an acknowledgement on an open connection before the mark stops saying *Saving…*
 * (ms).
 */
const patience = 8_000;
/** Retry delay for changes that the server refused for lack of disk space (ms). */
const untilRoom = 5_000;

/** See {@link ConnectionState}. `since`: time at which the last line broke. */
type Connection =
  | { readonly kind: 'offline'; readonly since: number; readonly cancel: () => void }
  | { readonly kind: 'connecting'; readonly since: number; readonly line: Line }
  | { readonly kind: 'resuming' | 'live'; readonly line: Line }
  | { readonly kind: 'closed' };

/** The updates collected by {@link Link.together}, and the decision that they carry out. */
type Gathered = { readonly updates: Uint8Array[]; declaration?: Declaration };

/**
 * Connects a Y.Doc to the server. Sends local changes, stores them on the device until they are
 * acknowledged, and sends them again after any outage, reload or restart. There are two state
 * machines: one for the connection ({@link ConnectionState}), one for local changes
 * ({@link PendingState}, with the protocol of a refused write).
 *
 * Source: SPEC.md, [LINK1] to [LINK6].
 */
export function openLink(options: LinkOptions): Link {
  const { doc, awareness, outbox, clock } = options;
  const listeners = new Set<(state: LinkState) => void>();
  const noticed = new Set<(notice: Notice) => void>();
  const { origin, apply, together: asOneArrival } = createRemoteApplier(doc);
  const unsent = createPendingWrites(outbox, update);
  const keeper =
    options.copies &&
    createCopyKeeper({
      doc,
      store: options.copies,
      clock,
      standing: () => (isKeepable() ? cursor : null),
    });
  const remoteQueue = createRemoteQueue({
    scheduler: options.scheduler ?? ((deliver) => deliver()),
    take: (line, frame) => void (isCurrent(line) && receive(line, frame)),
    together: asOneArrival,
  });
  let connection: Connection = { kind: 'offline', since: clock.now(), cancel: () => undefined };
  let pending: PendingState = clean;
  let state = atFirst;
  let gathered: Gathered | null = null;
  let loaded = false;
  let hasCopy = false;
  let role: string | null = null;
  let right: Right | null = null;
  let cursor = { epoch: 0, seq: 0 };
  let asked: Line | null = null;
  let stopWaiting = (): void => undefined;
  let writes = 0;
  let tries = 0;
  let heardAt = 0;
  let told = state;

  doc.on('update', typed);
  if (keeper !== null) doc.on('update', keeper.plan);
  awareness?.on('update', moved);
  const stopWatching = every(clock, 1_000, watch);
  void begin();

  return {
    get state() {
      return state;
    },
    onChange: (listener) => subscribe(listeners, listener),
    onNotice: (listener) => subscribe(noticed, listener),
    unsent: () => unsent.updates(),
    async discard() {
      go({ kind: 'discarded' });
      await keeper?.forget();
      await unsent.discard();
    },
    async flush(timeout) {
      const until = clock.now() + timeout;
      while (!isSaved() && clock.now() < until && connection.kind !== 'closed')
        await pause(clock, 20);
      return isSaved();
    },
    retry() {
      if (connection.kind !== 'offline' || !loaded) return;
      connection.cancel();
      open();
    },
    drop,
    keep: () => keeper?.save(),
    together,
    declare(declaration) {
      if (gathered === null || gathered.declaration !== undefined)
        throw new Error('one decision is declared in one act together');
      gathered.declaration = declaration;
    },
    close: () => end(null),
  };

  async function begin(): Promise<void> {
    const copy = await keeper?.load();
    if (copy) {
      apply([copy.state]);
      cursor = { epoch: copy.epoch, seq: copy.seq };
      hasCopy = true;
    }
    try {
      const kept = await outbox.load();
      unsent.restore(kept, clock.now());
      if (kept.length > 0) go({ kind: 'written' });
      apply(kept.map(({ update: bytes }) => bytes));
    } catch (error) {
      go({
        kind: 'rejected',
        detail: `this device cannot store what you write (${messageOf(error)})`,
      });
    }
    loaded = true;
    if (connection.kind !== 'closed') open();
    update();
  }

  /** Applies an event to the state of local changes. All transitions go through here. */
  function go(event: PendingEvent): void {
    const before = repairOf(pending);
    pending = pendingAfter(pending, event);
    const repair = repairOf(pending);
    if (repair === before) return;
    stopWaiting();
    if (repair === 'whole') drop();
    else if (repair === 'room') stopWaiting = clock.after(untilRoom, tryAgain);
  }

  /**
   * Sends everything again over a new line: nothing after a refused write is acknowledged on its
   * own.
   */
  function tryAgain(): void {
    go({ kind: 'retried' });
    drop();
  }

  function open(): void {
    const since = 'since' in connection ? connection.since : clock.now();
    const line = options.connect({
      opened: () => isCurrent(line) && opened(line),
      frame: (bytes) => isCurrent(line) && arrived(line, bytes),
      closed(code, reason) {
        remoteQueue.deliver();
        if (isCurrent(line)) closed(code, reason);
      },
    });
    heardAt = clock.now();
    connection = { kind: 'connecting', since, line };
  }

  function drop(): void {
    if ('line' in connection) connection.line.close();
  }

  function isCurrent(line: Line): boolean {
    return 'line' in connection && connection.line === line;
  }

  function opened(line: Line): void {
    connection = { kind: 'resuming', line };
    heardAt = clock.now();
    writes = 0;
    unsent.unassign();
    ask(line);
    if (repairOf(pending) === 'whole')
      line.send(wholeFrame((writes += 1), Y.encodeStateAsUpdate(doc)));
    if (awareness !== null && awareness.getLocalState() !== null) sayWhereIAm([awareness.clientID]);
    send();
    update();
  }

  function closed(code: number, reason: string): void {
    unsent.unassign();
    if (awareness !== null)
      removeAwarenessStates(
        awareness,
        [...awareness.getStates().keys()].filter((id) => id !== awareness.clientID),
        origin,
      );
    if (code >= 4400 && code < 4500) return end({ code, reason });
    // 1007 to 1009: the server rejected what was sent. It stays stored and is sent again, because
    // the next version of the server may accept it.
    if (code >= 1007 && code <= 1009)
      go({ kind: 'rejected', detail: `the server did not take it (${reason})` });
    const wait = Math.min(longestWait, firstWait * 1.6 ** tries) * (0.5 + options.random());
    tries += 1;
    const since = 'since' in connection ? connection.since : clock.now();
    connection = { kind: 'offline', since, cancel: clock.after(wait, open) };
    update();
  }

  function arrived(line: Line, bytes: Uint8Array): void {
    heardAt = clock.now();
    remoteQueue.read(line, bytes);
  }

  function receive(line: Line, frame: ServerFrame): void {
    switch (frame.type) {
      case 'entry':
        return takeEntry(line, frame);
      case 'awareness':
        return awareness === null
          ? undefined
          : applyAwarenessUpdate(awareness, frame.update, origin);
      case 'ack':
        unsent.acknowledge(frame.through);
        if (frame.through > 0) go({ kind: 'acknowledged', isEmpty: unsent.count === 0 });
        return update();
      case 'state':
        return takeState(line, frame);
      case 'notice':
        return hear(frame.notice);
    }
  }

  /**
   * Applies an entry. The cursor moves only to the directly following entry: after a missing one,
   * the server is asked again from the cursor.
   */
  function takeEntry(line: Line, { seq, updates }: Extract<ServerFrame, { type: 'entry' }>): void {
    apply(updates);
    if (seq === cursor.seq + 1) cursor = { ...cursor, seq };
    else if (seq > cursor.seq) ask(line);
  }

  /**
   * Requests everything after the cursor, unless a response to such a request is pending on this
   * line.
   */
  function ask(line: Line): void {
    if (asked === line) return;
    asked = line;
    line.send(resumeFrame(cursor.epoch, cursor.seq, Y.encodeStateVector(doc)));
  }

  function takeState(line: Line, frame: Extract<ServerFrame, { type: 'state' }>): void {
    apply(frame.updates);
    const isRestored = cursor.epoch !== 0 && cursor.epoch !== frame.epoch;
    asked = null;
    if (!isRestored && frame.after > cursor.seq) return ask(line);
    cursor = { epoch: frame.epoch, seq: frame.seq };
    connection = { kind: 'live', line };
    state = { ...state, synced: true };
    tries = 0;
    if (isRestored) go({ kind: 'lacking' });
    update();
  }

  function hear(notice: Notice): void {
    if (notice.kind === 'role') {
      const mayMore = isMore(notice.right, right ?? 'write');
      ({ role, right } = notice);
      if (mayMore && problemOf(pending) !== null) tryAgain();
    }
    if (notice.kind === 'refused') go(notice);
    for (const listener of noticed) listener(notice);
    update();
  }

  function typed(bytes: Uint8Array, by: unknown): void {
    // The editor of a read-only user makes no changes, but Yjs still cleans up after remote ones.
    if (by === origin || right === 'read' || pending.kind === 'discarded') return;
    if (gathered === null) take(bytes);
    else gathered.updates.push(bytes);
  }

  function together<Result>(act: () => Result): Result {
    if (gathered !== null) return act();
    const all: Gathered = { updates: [] };
    gathered = all;
    try {
      return act();
    } finally {
      gathered = null;
      if (all.updates.length > 0) take(Y.mergeUpdates(all.updates), all.declaration);
    }
  }

  function take(bytes: Uint8Array, declaration?: Declaration): void {
    unsent.add(bytes, clock.now(), declaration);
    go({ kind: 'written' });
    send();
    update();
  }

  function send(): void {
    if ((connection.kind !== 'resuming' && connection.kind !== 'live') || !maySend(pending)) return;
    for (const { id, update: bytes, declaration } of unsent.assign(() => (writes += 1)))
      connection.line.send(
        declaration === undefined ? writeFrame(id, bytes) : decisionFrame(id, declaration, bytes),
      );
  }

  function moved(
    { added, updated, removed }: { added: number[]; updated: number[]; removed: number[] },
    by: unknown,
  ): void {
    if (by !== origin)
      sayWhereIAm([...added, ...updated, ...removed].filter((id) => id === awareness?.clientID));
  }

  function sayWhereIAm(ids: number[]): void {
    if (
      awareness !== null &&
      ids.length > 0 &&
      (connection.kind === 'resuming' || connection.kind === 'live')
    )
      connection.line.send(awarenessFrame(encodeAwarenessUpdate(awareness, ids)));
  }

  function watch(): void {
    if ('line' in connection && clock.now() - heardAt > silenceMax) connection.line.close();
    update();
  }

  /** [LINK5] False while a local change is neither on the server nor in the outbox. */
  function isKeepable(): boolean {
    return (
      (state.synced || hasCopy) &&
      loaded &&
      repairOf(pending) !== 'whole' &&
      unsent.storing === 0 &&
      unsent.error === null
    );
  }

  function end(ended: LinkState['ended']): void {
    if (connection.kind === 'closed') return;
    if (ended?.code === closeCodes.notAllowed || ended?.code === closeCodes.notFound)
      void keeper?.forget();
    keeper?.close();
    const before = connection;
    connection = { kind: 'closed' };
    stopWatching();
    stopWaiting();
    doc.off('update', typed);
    if (keeper !== null) doc.off('update', keeper.plan);
    awareness?.off('update', moved);
    if (before.kind === 'offline') before.cancel();
    else if ('line' in before) before.line.close();
    state = { ...state, ended };
    update();
  }

  function isSaved(): boolean {
    return loaded && pending.kind === 'clean' && unsent.storing === 0;
  }

  function isAway(now: number): boolean {
    return (
      connection.kind === 'closed' ||
      ('since' in connection && now - connection.since > breakUnnoticed)
    );
  }

  function mark(now: number): SavedMark {
    const problem = problemOf(pending);
    if (unsent.count > 0 && problem !== null) return { kind: 'not_saved', reason: problem };
    if (unsent.count > 0 && unsent.error !== null && connection.kind !== 'live') {
      return {
        kind: 'not_saved',
        reason: `this device cannot store what you write (${messageOf(unsent.error)})`,
      };
    }
    if (isAway(now)) return unsent.storing > 0 ? { kind: 'saving' } : { kind: 'offline' };
    if (now - (unsent.oldest() ?? now) > patience) {
      return {
        kind: 'not_saved',
        reason: 'the server has not confirmed it yet; it is kept on this device',
      };
    }
    return isSaved() && state.synced ? { kind: 'saved' } : { kind: 'saving' };
  }

  function update(): void {
    const held = hasCopy && !state.synced && (state.held || tries > 0 || isAway(clock.now()));
    const refused = pending.kind === 'refused' ? pending : null;
    const shown: ConnectionState = connection.kind;
    const standing = {
      connection: shown,
      connected: shown === 'live',
      pending: pending.kind,
      refused,
    };
    state = { ...state, ...standing, held, saved: mark(clock.now()), role, right };
    if (sameState(state, told)) return;
    told = state;
    for (const listener of listeners) listener(state);
  }
}
