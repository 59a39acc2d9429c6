import type { Verdict } from './judge.ts';
import type { Inspection, Inspector } from './ports.ts';
import type { Manner } from './room-types.ts';
import { closeCodes } from './frame.ts';
import { refuse, type Session } from './session.ts';

/** Something that somebody sent who may only suggest. The bytes are the queue's own. */
export type Proposed = {
  readonly session: Session;
  readonly update: Uint8Array;
  readonly id: number | null;
  readonly manner: Manner;
};

type New = Extract<Verdict, { kind: 'new' }>;

/** What people send who may only suggest, looked at one after the other while everybody else's goes on. */
export type Review = {
  add(proposed: Proposed): void;
  /** Whether something of this connection waits: what it sends after it has to wait too. */
  holds(session: Session): boolean;
  /** Something was taken in, by whomever. */
  took(update: Uint8Array): void;
  isIdle(): boolean;
  /** Nobody is here any more who may only suggest. */
  rest(): void;
  end(): void;
};

/** Bytes that others may write between two looks before the copy is given up: it is made anew at the next. */
const newsMax = 1_048_576;

/**
 * Makes the {@link Review} of a room. `all`: every update that was taken in so far. `judge`: what the room makes of an update now; null
 * where it makes nothing of any. `pass` goes on with one that is allowed. `emptied` is called when nothing waits any more.
 *
 * What others have written while one look took its time need not be looked at again: updates of a shared document may be put in any
 * order, so this one is put where it was looked at.
 */
export function createReview(options: {
  inspector: Inspector;
  documentId: string;
  all: () => readonly Uint8Array[];
  judge: (update: Uint8Array) => Verdict | null;
  /** Whether a client id is somebody else's. */
  isForeign: (user: string, client: number) => boolean;
  pass: (verdict: Verdict, proposed: Proposed) => void;
  balance: (session: Session) => void;
  emptied: () => void;
}): Review {
  const queue: Proposed[] = [];
  let inspection: Inspection | null = null;
  let newsBytes = 0;
  let running = false;
  let over = false;

  function forget(): void {
    inspection?.close();
    inspection = null;
  }

  async function isAllowed({ bytes: update, additions }: New, author: string): Promise<boolean> {
    inspection ??= options.inspector.open(options.documentId, options.all());
    newsBytes = 0;
    const others = new Set(additions.deletes.map(({ client }) => client).filter((client) => options.isForeign(author, client)));
    const isFine = await inspection.allows(update, author, [...others]);
    // What was refused is in its copy now.
    if (!isFine) forget();
    return isFine;
  }

  async function look(proposed: Proposed): Promise<void> {
    const { session, update, id } = proposed;
    const verdict = options.judge(update);
    if (verdict === null) return;
    if (verdict.kind !== 'new' || session.right === 'write') return options.pass(verdict, proposed);
    try {
      const isFine = session.right === 'suggest' && (await isAllowed(verdict, session.visitor.user));
      if (over) return;
      const now = options.judge(update);
      if (now === null) return;
      if (isFine || session.right === 'read') options.pass(now, proposed);
      else refuse(session, id, 'not_a_suggestion', 'a reviewer may only suggest changes');
    } catch {
      forget();
      // Not acknowledged: the page comes back and sends it again.
      session.socket.close(closeCodes.tryAgain, 'this could not be looked at; try again');
    }
  }

  async function run(): Promise<void> {
    running = true;
    for (let next = queue[0]; next !== undefined && !over; next = queue[0]) {
      await look(next);
      queue.shift();
      next.session.waitingUpdates -= 1;
      next.session.waitingBytes -= next.update.length;
      options.balance(next.session);
    }
    running = false;
    if (!over) options.emptied();
  }

  return {
    add(proposed) {
      queue.push(proposed);
      proposed.session.waitingUpdates += 1;
      proposed.session.waitingBytes += proposed.update.length;
      options.balance(proposed.session);
      if (!running) void run();
    },
    holds: (session) => queue.some((each) => each.session === session),
    took(update) {
      inspection?.took(update.slice());
      newsBytes += update.length;
      if (newsBytes > newsMax && queue.length === 0) forget();
    },
    rest() {
      if (queue.length === 0) forget();
    },
    isIdle: () => queue.length === 0,
    end() {
      over = true;
      queue.length = 0;
      forget();
    },
  };
}
