import { applyAwarenessUpdate, encodeAwarenessUpdate, removeAwarenessStates } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { createArrivals } from './arrivals.ts';
import { createCopyKeeper } from './copy.ts';
import {
  awarenessFrame,
  closeCodes,
  resumeFrame,
  wholeFrame,
  isMore,
  writeFrame,
  type Notice,
  type Right,
  type ServerFrame,
} from './frame.ts';
import { atFirst, messageOf, sameMark, subscribe } from './link-parts.ts';
import type { Line, Link, LinkOptions, LinkState, SavedMark } from './link-types.ts';
import { createMending } from './mending.ts';
import { createTaking } from './taken.ts';
import { createUnsent } from './unsent.ts';

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
 * not take are sent once, stay on the device, and are sent again when writing is allowed again; [LINK5] what is kept of the text holds
 * nothing but what the server or the outbox has, so that opening it again neither loses nor makes words.
 */
export function openLink(options: LinkOptions): Link {
  const { doc, awareness, outbox, clock } = options;
  const listeners = new Set<(state: LinkState) => void>();
  const noticed = new Set<(notice: Notice) => void>();
  const { origin, apply, together: asOneArrival } = createTaking(doc);
  const unsent = createUnsent(outbox, update);
  const keeper =
    options.copies && createCopyKeeper({ doc, store: options.copies, clock, standing: () => (isKeepable() ? cursor : null) });
  const arrivals = createArrivals({
    pace: options.pace ?? ((deliver) => deliver()),
    take: (line, frame) => void (isCurrent(line) && receive(line, frame)),
    together: asOneArrival,
  });
  const mending = createMending(() => unsent.firstId(), drop);
  let network: Network = { kind: 'waiting', since: clock.now(), cancel: () => undefined };
  let state = atFirst;
  let gathered: Uint8Array[] | null = null;
  let refusedId: number | null = null;
  let isAsOne = false;
  let loaded = false;
  let hasCopy = false;
  let problem: string | null = null;
  let role: string | null = null;
  let right: Right | null = null;
  let halted = false;
  let isLetGo = false;
  let cursor = { epoch: 0, seq: 0 };
  let asked: Line | null = null;
  let sendWhole = false;
  let writes = 0;
  let tries = 0;
  let heardAt = 0;
  let told = state;

  doc.on('update', typed);
  if (keeper !== null) doc.on('update', keeper.plan);
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
      isLetGo = true;
      await keeper?.forget();
      await unsent.discard();
      if (halted) tryAgain();
    },
    mend,
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
    drop,
    keep: () => keeper?.save(),
    together,
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
      frame: (bytes) => isCurrent(line) && arrived(line, bytes),
      closed(code, reason) {
        arrivals.deliver();
        if (isCurrent(line)) closed(code, reason);
      },
    });
    heardAt = clock.now();
    network = { kind: 'connecting', since, line };
  }

  function drop(): void {
    if (network.kind === 'open' || network.kind === 'connecting') network.line.close();
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
    if (mending.isCutShort()) halted = false;
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

  function arrived(line: Line, bytes: Uint8Array): void {
    heardAt = clock.now();
    arrivals.read(line, bytes);
  }

  function receive(line: Line, frame: ServerFrame): void {
    switch (frame.type) {
      case 'entry':
        return takeEntry(line, frame);
      case 'awareness':
        return awareness === null ? undefined : applyAwarenessUpdate(awareness, frame.update, origin);
      case 'ack':
        unsent.acknowledge(frame.through);
        if (frame.through > 0) sendWhole = false;
        if (unsent.count === 0) [problem, isAsOne] = [null, false];
        mending.acknowledged();
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

  function takeState(line: Line, frame: Extract<ServerFrame, { type: 'state' }>): void {
    apply(frame.updates);
    const isRestored = cursor.epoch !== 0 && cursor.epoch !== frame.epoch;
    asked = null;
    if (!isRestored && frame.after > cursor.seq) return ask(line);
    cursor = { epoch: frame.epoch, seq: frame.seq };
    state = { ...state, synced: true, connected: true };
    tries = 0;
    if (isRestored) beginAnewWithWhole();
    mending.arrived();
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
      if (!halted) [problem, refusedId] = [notice.detail, notice.id];
      halted ||= forGood.has(notice.reason);
    }
    for (const listener of noticed) listener(notice);
    update();
  }

  /** Nothing after a refused write is acknowledged on its line: everything is sent again over a new one. */
  function tryAgain(): void {
    halted = false;
    problem = null;
    mending.forget();
    if (network.kind === 'open') network.line.close();
  }

  /** See {@link Link.mend}: what is refused again, and has nothing more to mend, stays refused. */
  function mend(act: () => boolean): void {
    const reason = problem;
    problem = null;
    mending.plan(refusedId, () => {
      halted = !together(act) && isAsOne;
      problem = halted ? reason : null;
      isAsOne = true;
      send();
    });
  }

  /** The server lacks something that this page has: it is sent everything, once, over a new line. */
  function beginAnewWithWhole(): void {
    sendWhole = true;
    if (network.kind === 'open') network.line.close();
  }

  function typed(bytes: Uint8Array, by: unknown): void {
    // Who may not write has an editor that does not change anything; what comes all the same is Yjs tidying up after others.
    if (by === origin || right === 'read' || isLetGo) return;
    if (gathered === null) take(bytes);
    else gathered.push(bytes);
  }

  function together<Result>(act: () => Result): Result {
    if (gathered !== null) return act();
    const updates: Uint8Array[] = [];
    gathered = updates;
    try {
      return act();
    } finally {
      gathered = null;
      if (updates.length > 0) take(Y.mergeUpdates(updates));
    }
  }

  function take(bytes: Uint8Array): void {
    unsent.add(bytes, clock.now());
    send();
    update();
  }

  function send(): void {
    if (network.kind !== 'open' || halted) return;
    const { line } = network;
    const one = writes + 1;
    const fresh = unsent.assign(() => (writes = isAsOne ? one : writes + 1));
    if (isAsOne && fresh.length > 0) line.send(writeFrame(one, Y.mergeUpdates(fresh.map(({ update: bytes }) => bytes))));
    else for (const { id, update: bytes } of fresh) line.send(writeFrame(id, bytes));
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

  /** [LINK5] While something typed is neither on the server nor in the outbox, the text is not kept either. */
  function isKeepable(): boolean {
    return (state.synced || hasCopy) && loaded && !sendWhole && unsent.storing === 0 && unsent.error === null;
  }

  function end(ended: LinkState['ended']): void {
    if (network.kind === 'over') return;
    if (ended?.code === closeCodes.notAllowed || ended?.code === closeCodes.notFound) void keeper?.forget();
    keeper?.close();
    const before = network;
    network = { kind: 'over' };
    stopWatching();
    doc.off('update', typed);
    if (keeper !== null) doc.off('update', keeper.plan);
    awareness?.off('update', moved);
    if (before.kind === 'waiting') before.cancel();
    else before.line.close();
    state = { ...state, connected: false, ended };
    update();
  }

  function isSaved(): boolean {
    return loaded && !isLetGo && unsent.count === 0 && unsent.storing === 0;
  }

  function isAway(now: number): boolean {
    return network.kind === 'over' || (network.kind !== 'open' && now - network.since > breakUnnoticed);
  }

  function mark(now: number): SavedMark {
    if (unsent.count > 0 && problem !== null) return { kind: 'not_saved', reason: problem };
    if (unsent.count > 0 && unsent.error !== null && network.kind !== 'open') {
      return { kind: 'not_saved', reason: `this device cannot store what you write (${messageOf(unsent.error)})` };
    }
    if (isAway(now)) return unsent.storing > 0 ? { kind: 'saving' } : { kind: 'offline' };
    if (now - (unsent.oldest() ?? now) > patience) {
      return { kind: 'not_saved', reason: 'the server has not confirmed it yet; it is kept on this device' };
    }
    return isSaved() && state.synced ? { kind: 'saved' } : { kind: 'saving' };
  }

  function update(): void {
    const held = hasCopy && !state.synced && (state.held || tries > 0 || isAway(clock.now()));
    state = { ...state, held, saved: mark(clock.now()), role, right };
    const isSame = role === told.role && right === told.right && state.synced === told.synced && state.ended === told.ended;
    if (isSame && state.held === told.held && sameMark(state.saved, told.saved)) return;
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
