import type { Comment, Thread } from '@longhand/contract';
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Call } from '../../api/caller.ts';
import { ApiFailure } from '../../api/failure.ts';
import { changeCached } from '../../api/change-cached.ts';
import { keys } from '../../api/keys.ts';

type Pages = InfiniteData<{ items: readonly Thread[]; nextCursor: string | null }, string | null>;

/** Replaces each thread by a function, which returns null to remove it. */
const mapThreads = (list: Pages, change: (thread: Thread) => Thread | null): Pages => ({
  ...list,
  pages: list.pages.map((page) => ({
    ...page,
    items: page.items.flatMap((thread) => change(thread) ?? []),
  })),
});

const findThread = (list: Pages, threadId: string): Thread | undefined =>
  list.pages.flatMap(({ items }) => items).find(({ id }) => id === threadId);

/** Puts a thread at its place: ids are ordered by time, and the list begins with the oldest. */
function withThread(list: Pages, thread: Thread): Pages {
  if (findThread(list, thread.id) !== undefined)
    return mapThreads(list, (each) => (each.id === thread.id ? thread : each));
  const last = list.pages.length - 1;
  // A page that is not read yet contains the thread.
  if ((list.pages[last]?.nextCursor ?? null) !== null) return list;
  return {
    ...list,
    pages: list.pages.map((page, at) =>
      at === last
        ? { ...page, items: [...page.items, thread].toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
        : page,
    ),
  };
}

/**
 * Returns a thread after a change to one of its comments; null if the thread had other changes
 * before that are missing here.
 */
function threadWith(before: Thread | undefined, comment: Comment): Thread | null {
  if (before === undefined)
    return comment.parentId === null && comment.version === 1 ? { ...comment, replies: [] } : null;
  if (comment.version !== before.version + 1) return null;
  const { version, resolvedAt, resolvedBy, assignee, dueOn } = comment;
  // Each comment repeats the state of its thread.
  const shared = { version, resolvedAt, resolvedBy, assignee, dueOn };
  const isReply = comment.id !== before.id;
  const isNew = isReply && before.replies.every(({ id }) => id !== comment.id);
  const replies = before.replies.map((reply) =>
    reply.id === comment.id ? comment : { ...reply, ...shared },
  );
  return {
    ...(isReply ? { ...before, ...shared } : comment),
    replies: isNew ? [...replies, comment] : replies,
  };
}

/** Result of a change: the comment, or the id of its thread if the comment was deleted. */
type Changed = Comment | { readonly threadId: string };

/** The cached threads of a document. Nothing is stored while no list of them is shown. */
export class ThreadCache {
  readonly #store: QueryClient;
  readonly #call: Call;
  readonly #documentId: string;
  /** Announced versions by thread, until the running calls of this page have ended. */
  readonly #announced = new Map<string, number | null>();
  #running = 0;

  constructor(store: QueryClient, call: Call, documentId: string) {
    this.#store = store;
    this.#call = call;
    this.#documentId = documentId;
  }

  /**
   * Runs a call of this page that changes a comment, and stores the comment that it returns. If it
   * returns only the id of the thread, the thread is read again.
   */
  async changing<Result extends Changed>(call: () => Promise<Result>): Promise<Result> {
    this.#running += 1;
    try {
      const changed = await call();
      await ('version' in changed ? this.#take(changed) : this.#read(changed.threadId));
      return changed;
    } finally {
      this.#running -= 1;
      this.#catchUp();
    }
  }

  /**
   * Brings a thread to an announced version; null: the thread was deleted. Reads the thread alone,
   * and only if the cache has an older version after the running calls of this page.
   */
  follow(threadId: string, version: number | null): void {
    if (this.#store.getQueryState(this.#key) === undefined) return;
    this.#announced.set(threadId, version);
    this.#catchUp();
  }

  /** Reads all threads again, because announcements may have been missed. */
  readAll(): void {
    void this.#store.invalidateQueries({ queryKey: this.#key });
  }

  get #key(): QueryKey {
    return keys.comments(this.#documentId);
  }

  #catchUp(): void {
    if (this.#running > 0) return;
    for (const [threadId, version] of this.#announced) {
      this.#announced.delete(threadId);
      if (version === null) this.#remove(threadId);
      else if ((this.#find(threadId)?.version ?? -1) < version) void this.#read(threadId);
    }
  }

  async #take(comment: Comment): Promise<void> {
    const before = this.#find(comment.threadId);
    if (before !== undefined && before.version >= comment.version) return;
    const after = threadWith(before, comment);
    if (after === null) await this.#read(comment.threadId);
    else this.#change((list) => withThread(list, after));
  }

  async #read(threadId: string): Promise<void> {
    const params = { id: this.#documentId, commentId: threadId };
    try {
      const thread = await this.#call('getThread', { params });
      if (thread.version > (this.#find(threadId)?.version ?? -1))
        this.#change((list) => withThread(list, thread));
    } catch (error) {
      if (error instanceof ApiFailure && error.status === 404) this.#remove(threadId);
      else this.readAll();
    }
  }

  #remove(threadId: string): void {
    this.#change((list) => mapThreads(list, (each) => (each.id === threadId ? null : each)));
  }

  #find(threadId: string): Thread | undefined {
    const list = this.#store.getQueryData<Pages>(this.#key);
    return list && findThread(list, threadId);
  }

  #change(act: (list: Pages) => Pages): void {
    changeCached(this.#store, this.#key, act);
  }
}
