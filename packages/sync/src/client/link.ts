import { createAwarenessSync, type AwarenessSync } from './awareness-sync.ts';
import { createCopyKeeper, type CopyKeeper } from './copy.ts';
import {
  every,
  initialState,
  isAwayAt,
  pause,
  retryDelay,
  sameState,
  subscribe,
  type Connection,
} from './link-parts.ts';
import type { Line, Link, LinkOptions, LinkState } from './link-types.ts';
import { LogCursor } from './log-cursor.ts';
import { clean, maySend, pendingAfter, problemOf, repairOf, type PendingEvent } from './pending.ts';
import {
  answerTiming,
  createPendingWrites,
  frameOfWrite,
  type PendingWrites,
} from './pending-writes.ts';
import { OutboxReader } from './outbox-reader.ts';
import { createRemoteApplier } from './remote-applier.ts';
import { createRemoteQueue, type RemoteQueue } from './remote-queue.ts';
import { savedMarkOf } from './saved-mark.ts';
import { createUpdateBatcher, type UpdateBatcher } from './update-batcher.ts';
import type { Declaration } from '../protocol/declaration.ts';
import { closeCodes, type ServerFrame } from '../protocol/frame.ts';
import type { Notice } from '../protocol/notice.ts';
import { isMore, type Right } from '../protocol/right.ts';

/**
 * Time without any frame after which a line is considered dead (ms). A page repeats its awareness
 * every 15 s, and the server sends it back, at most every 10 s.
 */
const silenceMax = 35_000;
/** Retry delay for changes that the server cannot store at present (ms). */
const untilRoom = 5_000;

/**
 * Connects a Y.Doc to the server. Sends local changes, stores them on the device until they are
 * acknowledged, and sends them again after any outage, reload or restart. There are two state
 * machines: one for the connection (`ConnectionState`), one for local changes (`PendingState`, with
 * the protocol of a refused write).
 *
 * Source: SPEC.md, [LINK1] to [LINK10].
 */
export function openLink(options: LinkOptions): Link {
  const link = new DocumentLink(options);
  return {
    get state() {
      return link.state;
    },
    onChange: (listener) => subscribe(link.listeners, listener),
    onNotice: (listener) => subscribe(link.noticed, listener),
    onRestored: (listener) => subscribe(link.restored, listener),
    pendingUpdates: () => link.writes.updates(),
    discard: () => link.discard(),
    flush: (timeout) => link.flush(timeout),
    retry: () => link.retry(),
    drop: () => link.drop(),
    keep: () => link.keeper?.save(),
    together: link.batcher.together,
    declare: link.batcher.declare,
    close: () => link.end(null),
  };
}

class DocumentLink {
  state: LinkState = initialState;
  readonly listeners = new Set<(state: LinkState) => void>();
  readonly noticed = new Set<(notice: Notice) => void>();
  readonly restored = new Set<() => void>();
  readonly writes: PendingWrites;
  readonly keeper: CopyKeeper | null;
  readonly batcher: UpdateBatcher;
  readonly #options: LinkOptions;
  readonly #applier: ReturnType<typeof createRemoteApplier>;
  readonly #remoteQueue: RemoteQueue;
  readonly #reader: OutboxReader;
  readonly #awareness: AwarenessSync;
  readonly #cursor: LogCursor;
  readonly #stopWatching: () => void;
  #connection: Connection;
  #pending = clean;
  #loaded = false;
  #hasCopy = false;
  #role: string | null = null;
  #right: Right | null = null;
  #stopWaiting = (): void => undefined;
  #lastWriteId = 0;
  #tries = 0;
  #heardAt = 0;
  #notified = this.state;

  constructor(options: LinkOptions) {
    const { doc, outbox, copies, clock } = options;
    this.#options = options;
    this.#applier = createRemoteApplier(doc);
    this.#cursor = new LogCursor(doc);
    this.batcher = createUpdateBatcher((update, declaration) => this.#enqueue(update, declaration));
    this.writes = createPendingWrites({ doc, outbox, clock, changed: () => this.#update() });
    this.#reader = new OutboxReader({ outbox, clock, found: this.#found });
    const standing = () => (this.#isKeepable() ? this.#cursor.position : null);
    this.keeper = copies && createCopyKeeper({ doc, store: copies, clock, standing });
    this.#remoteQueue = createRemoteQueue({
      scheduler: options.scheduler ?? ((deliver) => deliver()),
      take: (line, frame) => void (this.#isCurrent(line) && this.#receive(line, frame)),
      together: this.#applier.together,
    });
    this.#connection = { kind: 'offline', since: clock.now(), cancel: () => undefined };
    doc.on('update', this.#typed);
    if (this.keeper !== null) doc.on('update', this.keeper.plan);
    this.#awareness = createAwarenessSync(options.awareness, this.#applier.origin, () =>
      this.#openLine(),
    );
    this.#stopWatching = every(clock, 1_000, () => this.#watch());
    void this.#begin();
  }

  async discard(): Promise<void> {
    this.#go({ kind: 'discarded' });
    await this.keeper?.forget();
    await this.writes.discard();
  }

  async flush(timeout: number): Promise<boolean> {
    const { clock } = this.#options;
    const until = clock.now() + timeout;
    while (!this.#isSaved() && clock.now() < until && this.#connection.kind !== 'closed')
      await pause(clock, 20);
    return this.#isSaved();
  }

  retry(): void {
    if (this.#connection.kind !== 'offline' || !this.#loaded) return;
    this.#connection.cancel();
    this.#open();
  }

  drop(): void {
    if ('line' in this.#connection) this.#connection.line.close();
  }

  end(ended: LinkState['ended']): void {
    if (this.#connection.kind === 'closed') return;
    const { doc } = this.#options;
    if (ended?.code === closeCodes.notAllowed || ended?.code === closeCodes.notFound)
      void this.keeper?.forget();
    this.keeper?.close();
    const before = this.#connection;
    this.#connection = { kind: 'closed' };
    this.#stopWatching();
    this.#reader.close();
    this.#stopWaiting();
    doc.off('update', this.#typed);
    if (this.keeper !== null) doc.off('update', this.keeper.plan);
    this.#awareness.close();
    if (before.kind === 'offline') before.cancel();
    else if ('line' in before) before.line.close();
    this.state = { ...this.state, ended };
    this.#update();
  }

  async #begin(): Promise<void> {
    const copy = await this.keeper?.load();
    if (copy) {
      this.#applier.apply([copy.state]);
      this.#cursor.position = { epoch: copy.epoch, seq: copy.seq };
      this.#hasCopy = true;
    }
    await this.#reader.read();
    this.#loaded = true;
    if (this.#connection.kind !== 'closed') this.#open();
    this.#update();
  }

  /** Sends the updates that an earlier page left in the outbox. */
  readonly #found: PendingWrites['restore'] = (stored) => {
    this.writes.restore(stored);
    if (stored.length > 0) this.#go({ kind: 'written' });
    this.#applier.apply(stored.map(({ update }) => update));
    this.#send();
    this.#update();
  };

  /** Applies an event to the state of local changes. All transitions go through here. */
  #go(event: PendingEvent): void {
    const before = repairOf(this.#pending);
    this.#pending = pendingAfter(this.#pending, event);
    if (this.#pending.kind === 'clean') this.#cursor.agree();
    const repair = repairOf(this.#pending);
    if (repair === before) return;
    this.#stopWaiting();
    if (repair === 'whole') this.drop();
    else if (repair === 'wait')
      this.#stopWaiting = this.#options.clock.after(untilRoom, () => this.#tryAgain());
  }

  /**
   * Sends everything again over a new line: nothing after a refused write is acknowledged on its
   * own.
   */
  #tryAgain(): void {
    this.#go({ kind: 'retried' });
    this.drop();
  }

  #open(): void {
    const { clock, connect } = this.#options;
    const since = 'since' in this.#connection ? this.#connection.since : clock.now();
    const line = connect({
      opened: () => this.#isCurrent(line) && this.#opened(line),
      frame: (bytes) => this.#isCurrent(line) && this.#arrived(line, bytes),
      closed: (code, reason) => {
        this.#remoteQueue.deliver();
        if (this.#isCurrent(line)) this.#closed(code, reason);
      },
    });
    this.#heardAt = clock.now();
    this.#connection = { kind: 'connecting', since, line };
  }

  #isCurrent(line: Line): boolean {
    return 'line' in this.#connection && this.#connection.line === line;
  }

  /** Returns the line if frames can be sent over it. */
  #openLine(): Line | null {
    const { kind } = this.#connection;
    return kind === 'resuming' || kind === 'live' ? this.#connection.line : null;
  }

  #opened(line: Line): void {
    this.#connection = { kind: 'resuming', line };
    this.#heardAt = this.#options.clock.now();
    this.#lastWriteId = 0;
    this.writes.unassign();
    this.#cursor.request(line);
    this.#awareness.announce();
    this.#send();
    this.#update();
  }

  #closed(code: number, reason: string): void {
    const { clock, random } = this.#options;
    this.writes.unassign();
    this.#awareness.forgetOthers();
    if (code >= 4400 && code < 4500) return this.end({ code, reason });
    // 1007 to 1009: the server rejected what was sent. It stays stored and is sent again, because
    // the next version of the server may accept it.
    if (code >= 1007 && code <= 1009)
      this.#go({ kind: 'rejected', detail: `the server rejected a change (${reason})` });
    const wait = retryDelay(this.#tries, random());
    this.#tries += 1;
    const since = 'since' in this.#connection ? this.#connection.since : clock.now();
    const cancel = clock.after(wait, () => this.#open());
    this.#connection = { kind: 'offline', since, cancel };
    this.#update();
  }

  #arrived(line: Line, bytes: Uint8Array): void {
    this.#heardAt = this.#options.clock.now();
    this.#remoteQueue.read(line, bytes);
  }

  #receive(line: Line, frame: ServerFrame): void {
    switch (frame.type) {
      case 'entry':
        return this.#applyEntry(line, frame);
      case 'awareness':
        return this.#awareness.receive(frame.update);
      case 'ack':
        this.writes.acknowledge(frame.through);
        if (frame.through > 0) this.#go({ kind: 'acknowledged', isEmpty: this.writes.count === 0 });
        return this.#update();
      case 'state':
        return this.#applyState(line, frame);
      case 'notice':
        return this.#receiveNotice(line, frame.notice);
      case 'unknown_notice':
        return;
    }
  }

  #applyEntry(line: Line, { seq, updates }: Extract<ServerFrame, { type: 'entry' }>): void {
    if (this.#cursor.hasEpoch) this.#applier.apply(updates);
    this.#cursor.advance(line, seq);
    if (this.writes.isDangling) this.#send();
    if (this.#cursor.hasGrown()) this.#sendWhole();
  }

  #applyState(line: Line, frame: Extract<ServerFrame, { type: 'state' }>): void {
    // [REC1] The first response may have been lost, and another one continues from it.
    if (this.#cursor.hasEpoch || frame.after === 0) this.#applier.apply(frame.updates);
    const reached = this.#cursor.reach(line, frame);
    if (reached === 'incomplete') return;
    this.#connection = { kind: 'live', line };
    this.state = { ...this.state, synced: true };
    // [LINK9] A server that rejects the changes would be asked again and again.
    if (problemOf(this.#pending) === null) this.#tries = 0;
    if (reached === 'restored') this.#recover();
    else if (this.#cursor.hasGrown()) return this.#sendWhole();
    this.#send();
    this.#update();
  }

  /** The server was restored from a backup, and may lack what this page has. */
  #recover(): void {
    for (const listener of this.restored) listener();
    if (this.#right !== 'read') this.#go({ kind: 'lacking' });
  }

  #sendWhole(): void {
    this.#go({ kind: 'lacking' });
    this.drop();
  }

  #receiveNotice(line: Line, notice: Notice): void {
    if (notice.kind === 'timing') return answerTiming(line, notice.id, this.writes);
    if (notice.kind === 'role') {
      const mayMore = isMore(notice.right, this.#right ?? 'write');
      this.#role = notice.role;
      this.#right = notice.right;
      if (mayMore && problemOf(this.#pending) !== null) this.#tryAgain();
    }
    if (notice.kind === 'refused') this.#go(notice);
    for (const listener of this.noticed) listener(notice);
    this.#update();
  }

  readonly #typed = (update: Uint8Array, by: unknown): void => {
    // The editor of a read-only user makes no changes, but Yjs still cleans up after remote ones.
    const isOwn = by !== this.#applier.origin && this.#right !== 'read';
    if (isOwn && this.#pending.kind !== 'discarded') this.batcher.add(update);
  };

  #enqueue(update: Uint8Array, declaration?: Declaration): void {
    this.writes.add(update, declaration);
    this.#go({ kind: 'written' });
    this.#send();
    this.#update();
  }

  #send(): void {
    const line = this.#openLine();
    // [REC1] Without its epoch, the loss of an acknowledged write would not be noticed.
    if (line === null || !this.#cursor.hasEpoch || !maySend(this.#pending)) return;
    if (repairOf(this.#pending) === 'whole' && this.#lastWriteId === 0) {
      // The first response tells whether a backup was restored, so that it is a recovery.
      if (this.#connection.kind !== 'live') return;
      line.send(this.#cursor.wholeFrame((this.#lastWriteId += 1)));
    }
    for (const write of this.writes.assign(() => (this.#lastWriteId += 1)))
      line.send(frameOfWrite(write));
  }

  #watch(): void {
    const silence = this.#options.clock.now() - this.#heardAt;
    if ('line' in this.#connection && silence > silenceMax) this.#connection.line.close();
    this.#update();
  }

  /** [LINK5] False while a local change is neither on the server nor in the outbox. */
  #isKeepable(): boolean {
    return (
      (this.state.synced || this.#hasCopy) &&
      this.#loaded &&
      repairOf(this.#pending) !== 'whole' &&
      this.writes.storing === 0 &&
      this.writes.error === null
    );
  }

  #isSaved(): boolean {
    const isRead = this.#loaded && !this.#reader.mayHaveUnread;
    return isRead && this.#pending.kind === 'clean' && this.writes.storing === 0;
  }

  #update(): void {
    const [now, pending] = [this.#options.clock.now(), this.#pending];
    const isAway = isAwayAt(this.#connection, now);
    const isLive = this.#connection.kind === 'live';
    const isSaved = this.#isSaved() && this.state.synced;
    this.state = {
      ...this.state,
      connection: this.#connection.kind,
      connected: isLive,
      pending: pending.kind,
      refused: pending.kind === 'refused' ? pending : null,
      held: this.#hasCopy && !this.state.synced && (this.state.held || this.#tries > 0 || isAway),
      saved: savedMarkOf({ pending, writes: this.writes, isLive, isAway, isSaved }, now),
      role: this.#role,
      right: this.#right,
    };
    if (sameState(this.state, this.#notified)) return;
    this.#notified = this.state;
    for (const listener of this.listeners) listener(this.state);
  }
}
