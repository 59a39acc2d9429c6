import { applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates, type Awareness } from 'y-protocols/awareness';
import * as Y from 'yjs';
import {
  awarenessFrame,
  readServerFrame,
  resumeFrame,
  wholeFrame,
  isMore,
  writeFrame,
  type Notice,
  type Right,
  type ServerFrame,
} from './frame.ts';
import type { Clock, Outbox } from './ports.ts';
import { Malformed } from './reader.ts';
import { createUnsent } from './unsent.ts';

/** One open line to the server. */
export type Line = { send(frame: Uint8Array): void; close(): void };
/** What a line reports. `closed` comes once, also for a line that never opened. */
export type LineEvents = { opened(): void; frame(bytes: Uint8Array): void; closed(code: number, reason: string): void };
/** Opens a line. */
export type Connect = (events: LineEvents) => Line;

/**
 * The saved mark, which never lies. `saved`: everything typed here is on the server's disk. `saving`: some of it is on its way.
 * `offline`: no connection, and all of it is on this device's disk. `not_saved`: somewhere it could not be put, and why.
 */
export type SavedMark =
  | { readonly kind: 'saved' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'not_saved'; readonly reason: string };

/** What a page shows of its link. */
export type LinkState = {
  /** The server's text has arrived at least once. */
  readonly synced: boolean;
  /** A line is open, and what the server had when it was opened is here. */
  readonly connected: boolean;
  readonly saved: SavedMark;
  /** The person's role, and what they may do to the text now, as the server last said it. */
  readonly role: string | null;
  readonly right: Right | null;
  /** The server has sent this page away for good: 4401 signed out, 4403 not allowed, 4404 gone. */
  readonly ended: null | { readonly code: number; readonly reason: string };
};

/** The browser half of one document. */
export type Link = {
  readonly state: LinkState;
  onChange(listener: (state: LinkState) => void): () => void;
  onNotice(listener: (notice: Notice) => void): () => void;
  /** Updates that the server has not acknowledged: for a copy when they cannot be sent. */
  unsent(): Uint8Array[];
  /** Throws the unsent updates away, also from the device. Only ever at the person's word. */
  discard(): Promise<void>;
  /** Answers true as soon as everything is acknowledged, false after `timeout` milliseconds. */
  flush(timeout: number): Promise<boolean>;
  /** Tries to connect now, without waiting for the next try: the device is online again. */
  retry(): void;
  /** Gives the present line up: the device says that it is offline, and sockets notice that late or never. */
  drop(): void;
  /** Ends the link. What is unsent stays on the device. */
  close(): void;
};

/** What a link needs. `connect` and the clock are ports, so that tests hold network and time in their hands. */
export type LinkOptions = {
  readonly doc: Y.Doc;
  readonly awareness: Awareness | null;
  readonly outbox: Outbox;
  readonly connect: Connect;
  readonly clock: Clock;
  /** From 0 up to 1, for waiting times that differ between pages. */
  readonly random: () => number;
};

/** First and longest wait between two tries, milliseconds. Every try waits up to 1.6 times as long as the one before. */
const firstWait = 150;
const longestWait = 5_000;
/** A line that says nothing for this long is dead. Our own awareness comes back every 15 s. */
const silenceMax = 35_000;
/** After this without a connection the mark says so; a shorter break is not worth a word. */
const breakUnnoticed = 1_500;
/** After this with a connection but without an acknowledgement the mark stops saying *Saving…*. */
const patience = 8_000;
/** Refusals that come again however often the same words are sent. (`gap` is mended, `malformed` may have happened on the way.) */
const forGood: ReadonlySet<string> = new Set(['not_allowed', 'not_a_suggestion', 'foreign_client', 'structure', 'too_large']);

type Network =
  | { readonly kind: 'waiting'; readonly since: number; readonly cancel: () => void }
  | { readonly kind: 'connecting'; readonly since: number; readonly line: Line }
  | { readonly kind: 'open'; readonly line: Line }
  | { readonly kind: 'over' };

/**
 * Ties a Y.Doc to the server: sends what is typed here, keeps it on the device until it is acknowledged, and sends it again after
 * any outage, reload or restart. Rules: [LINK1] an update is on its way to the device before it is sent; [LINK2] it leaves the
 * device only when acknowledged; [LINK3] *saved* is said only when nothing is unacknowledged; [LINK4] words that the server will
 * not take are sent once, stay on the device, and are sent again when writing is allowed again.
 */
export function openLink(options: LinkOptions): Link {
  const { doc, awareness, outbox, clock } = options;
  const listeners = new Set<(state: LinkState) => void>();
  const noticed = new Set<(notice: Notice) => void>();
  const origin = {};
  const unsent = createUnsent(outbox, update);
  let network: Network = { kind: 'waiting', since: clock.now(), cancel: () => undefined };
  let state: LinkState = { synced: false, connected: false, saved: { kind: 'saving' }, role: null, right: null, ended: null };
  let loaded = false;
  let problem: string | null = null;
  let role: string | null = null;
  let right: Right | null = null;
  let halted = false;
  let cursor = { epoch: 0, seq: 0 };
  let asked: Line | null = null;
  let sendWhole = false;
  let writes = 0;
  let tries = 0;
  let heardAt = 0;
  let told = state;

  doc.on('update', typed);
  awareness?.on('update', moved);
  const stopWatching = every(1_000, watch);
  void begin();

  return {
    get state() {
      return state;
    },
    onChange: (listener) => subscribe(listeners, listener),
    onNotice: (listener) => subscribe(noticed, listener),
    unsent: () => unsent.updates(),
    async discard() {
      await unsent.discard();
      if (halted) tryAgain();
    },
    async flush(timeout) {
      const until = clock.now() + timeout;
      while (!isSaved() && clock.now() < until && network.kind !== 'over') await pause(20);
      return isSaved();
    },
    retry() {
      if (network.kind !== 'waiting' || !loaded) return;
      network.cancel();
      open();
    },
    drop() {
      if (network.kind === 'open' || network.kind === 'connecting') network.line.close();
    },
    close: () => end(null),
  };

  async function begin(): Promise<void> {
    try {
      const kept = await outbox.load();
      unsent.restore(kept, clock.now());
      apply(kept.map(({ update: bytes }) => bytes));
    } catch (error) {
      problem = `this device cannot store what you write (${messageOf(error)})`;
    }
    loaded = true;
    if (network.kind !== 'over') open();
    update();
  }

  function open(): void {
    const since = network.kind === 'waiting' || network.kind === 'connecting' ? network.since : clock.now();
    const line = options.connect({
      opened: () => isCurrent(line) && opened(line),
      frame: (bytes) => isCurrent(line) && read(line, bytes),
      closed: (code, reason) => isCurrent(line) && closed(code, reason),
    });
    heardAt = clock.now();
    network = { kind: 'connecting', since, line };
  }

  function isCurrent(line: Line): boolean {
    return (network.kind === 'open' || network.kind === 'connecting') && network.line === line;
  }

  function opened(line: Line): void {
    network = { kind: 'open', line };
    heardAt = clock.now();
    writes = 0;
    unsent.unassign();
    ask(line);
    if (sendWhole && !halted) line.send(wholeFrame((writes += 1), Y.encodeStateAsUpdate(doc)));
    if (awareness !== null && awareness.getLocalState() !== null) sayWhereIAm([doc.clientID]);
    send();
    update();
  }

  function closed(code: number, reason: string): void {
    unsent.unassign();
    state = { ...state, connected: false };
    if (awareness !== null)
      removeAwarenessStates(
        awareness,
        [...awareness.getStates().keys()].filter((id) => id !== doc.clientID),
        origin,
      );
    if (code >= 4400 && code < 4500) return end({ code, reason });
    // 1007 to 1009: the server would not take what we sent. It is kept, and tried again: the next version may take it.
    if (code >= 1007 && code <= 1009 && !halted) problem = `the server did not take it (${reason})`;
    const wait = Math.min(longestWait, firstWait * 1.6 ** tries) * (0.5 + options.random());
    tries += 1;
    const since = network.kind === 'connecting' ? network.since : clock.now();
    network = { kind: 'waiting', since, cancel: clock.after(wait, open) };
    update();
  }

  /** A frame that makes no sense ends the line: a new one brings everything again. */
  function read(line: Line, bytes: Uint8Array): void {
    try {
      receive(line, readServerFrame(bytes));
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
      line.close();
    }
  }

  function receive(line: Line, frame: ServerFrame): void {
    heardAt = clock.now();
    switch (frame.type) {
      case 'entry':
        return takeEntry(line, frame);
      case 'awareness':
        return awareness === null ? undefined : applyAwarenessUpdate(awareness, frame.update, origin);
      case 'ack':
        unsent.acknowledge(frame.through);
        if (frame.through > 0) sendWhole = false;
        if (unsent.count === 0) problem = null;
        return update();
      case 'state':
        return takeState(line, frame);
      case 'notice':
        return hear(frame.notice);
    }
  }

  /** The cursor moves only from one entry to the next: with one missing, the server is asked again from where it stands. */
  function takeEntry(line: Line, { seq, updates }: Extract<ServerFrame, { type: 'entry' }>): void {
    apply(updates);
    if (seq === cursor.seq + 1) cursor = { ...cursor, seq };
    else if (seq > cursor.seq) ask(line);
  }

  /** Asks for what came after the cursor, unless the answer to that is on its way already. */
  function ask(line: Line): void {
    if (asked === line) return;
    asked = line;
    line.send(resumeFrame(cursor.epoch, cursor.seq, Y.encodeStateVector(doc)));
  }

  function apply(updates: readonly Uint8Array[]): void {
    doc.transact(() => {
      for (const bytes of updates) Y.applyUpdate(doc, bytes, origin);
    }, origin);
  }

  function takeState(line: Line, frame: Extract<ServerFrame, { type: 'state' }>): void {
    apply(frame.updates);
    const isRestored = cursor.epoch !== 0 && cursor.epoch !== frame.epoch;
    asked = null;
    if (!isRestored && frame.after > cursor.seq) return ask(line);
    cursor = { epoch: frame.epoch, seq: frame.seq };
    state = { ...state, synced: true, connected: true };
    tries = 0;
    if (isRestored) beginAnewWithWhole();
    update();
  }

  function hear(notice: Notice): void {
    if (notice.kind === 'role') {
      const mayTryAgain = isMore(notice.right, right ?? 'write') && problem !== null;
      ({ role, right } = notice);
      if (mayTryAgain) tryAgain();
    }
    if (notice.kind === 'refused') {
      if (notice.reason === 'gap' && !sendWhole && !halted) return beginAnewWithWhole();
      // What was under way when the first was refused is refused as well; the first says why.
      if (!halted) problem = notice.detail;
      halted ||= forGood.has(notice.reason);
    }
    for (const listener of noticed) listener(notice);
    update();
  }

  /** Nothing after a refused write is acknowledged on its line: everything is sent again over a new one. */
  function tryAgain(): void {
    halted = false;
    problem = null;
    if (network.kind === 'open') network.line.close();
  }

  /** The server lacks something that this page has: it is sent everything, once, over a new line. */
  function beginAnewWithWhole(): void {
    sendWhole = true;
    if (network.kind === 'open') network.line.close();
  }

  function typed(bytes: Uint8Array, by: unknown): void {
    // Who may not write has an editor that does not change anything; what comes all the same is Yjs tidying up after others.
    if (by === origin || right === 'read') return;
    unsent.add(bytes, clock.now());
    send();
    update();
  }

  function send(): void {
    if (network.kind !== 'open' || halted) return;
    const { line } = network;
    for (const { id, update: bytes } of unsent.assign(() => (writes += 1))) line.send(writeFrame(id, bytes));
  }

  function moved({ added, updated, removed }: { added: number[]; updated: number[]; removed: number[] }, by: unknown): void {
    if (by !== origin) sayWhereIAm([...added, ...updated, ...removed].filter((id) => id === doc.clientID));
  }

  function sayWhereIAm(ids: number[]): void {
    if (awareness !== null && ids.length > 0 && network.kind === 'open')
      network.line.send(awarenessFrame(encodeAwarenessUpdate(awareness, ids)));
  }

  function watch(): void {
    if (network.kind === 'open' || network.kind === 'connecting') {
      if (clock.now() - heardAt > silenceMax) network.line.close();
    }
    update();
  }

  function end(ended: LinkState['ended']): void {
    if (network.kind === 'over') return;
    const before = network;
    network = { kind: 'over' };
    stopWatching();
    doc.off('update', typed);
    awareness?.off('update', moved);
    if (before.kind === 'waiting') before.cancel();
    else before.line.close();
    state = { ...state, connected: false, ended };
    update();
  }

  function isSaved(): boolean {
    return loaded && unsent.count === 0 && unsent.storing === 0;
  }

  function mark(now: number): SavedMark {
    if (unsent.count > 0 && problem !== null) return { kind: 'not_saved', reason: problem };
    const isAway = network.kind === 'over' || (network.kind !== 'open' && now - network.since > breakUnnoticed);
    if (unsent.count > 0 && unsent.error !== null && (isAway || network.kind !== 'open')) {
      return { kind: 'not_saved', reason: `this device cannot store what you write (${messageOf(unsent.error)})` };
    }
    if (isAway) return unsent.storing > 0 ? { kind: 'saving' } : { kind: 'offline' };
    if (now - (unsent.oldest() ?? now) > patience) {
      return { kind: 'not_saved', reason: 'the server has not confirmed it yet; it is kept on this device' };
    }
    return isSaved() && state.synced ? { kind: 'saved' } : { kind: 'saving' };
  }

  function update(): void {
    state = { ...state, saved: mark(clock.now()), role, right };
    const isSame = role === told.role && right === told.right && state.synced === told.synced && state.ended === told.ended;
    if (isSame && sameMark(state.saved, told.saved)) return;
    told = state;
    for (const listener of listeners) listener(state);
  }

  function every(milliseconds: number, call: () => void): () => void {
    let cancel = clock.after(milliseconds, again);
    function again(): void {
      cancel = clock.after(milliseconds, again);
      call();
    }
    return () => cancel();
  }

  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      clock.after(milliseconds, resolve);
    });
  }
}

function subscribe<T>(set: Set<T>, listener: T): () => void {
  set.add(listener);
  return () => set.delete(listener);
}

function sameMark(a: SavedMark, b: SavedMark): boolean {
  return a.kind === b.kind && (a.kind !== 'not_saved' || b.kind !== 'not_saved' || a.reason === b.reason);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
