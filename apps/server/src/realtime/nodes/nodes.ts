import type pg from 'pg';
import type { Logger } from '../../platform/log.ts';
import type { LineageCheck } from '../../db/lineage.ts';
import { logFailure } from '../../db/log-failure.ts';

/**
 * Node that has the room of a document: this process, or another one, which is reached at `url`.
 */
export type Owner =
  { readonly kind: 'here' } | { readonly kind: 'elsewhere'; readonly url: string };

/** The processes (nodes) on one database, and the documents whose rooms they have. */
export interface Nodes {
  /** Id of this node. */
  readonly id: string;
  /** Returns the node that has the room of a document; null if there is none. */
  find(documentId: string): Promise<Owner | null>;
  /** Takes the room of a document for this node, unless another node has it. */
  claim(documentId: string): Promise<Owner>;
  /** Gives the room of a document up. `isOpen` is asked again before that. */
  release(documentId: string, isOpen: () => boolean): void;
  /**
   * Registers this node, and keeps it registered.
   *
   * @param url address of this process for other nodes
   */
  start(url: string, events: NodeEvents): Promise<void>;
  /** Gives all rooms up, and removes this node. */
  stop(): Promise<void>;
}

/** Receivers of what happens to a node. */
export type NodeEvents = {
  /** Called with the documents that another node has taken over while this one did not respond. */
  readonly lost: (documentIds: readonly string[]) => void;
  /**
   * Called when this node could not reach the database for so long that others take over its
   * documents.
   */
  readonly isolated: () => void;
  /**
   * Called when the database continues another history: what this node knows of documents may be
   * outdated.
   */
  readonly interrupted: () => void;
};

/** Time between two signs of life of a node (ms). */
const beatEvery = 2_000;

/** Time without a sign of life after which other nodes take over the rooms of a node (s). */
const goneAfter = 6;

/** Time without a sign of life after which a node is removed (s). */
const removedAfter = 60;

const here: Owner = { kind: 'here' };

const isAlive = `n.seen_at > clock_timestamp() - interval '${goneAfter} seconds'`;

const findOwner = {
  name: 'find-document-node',
  text: `select n.id, n.url from document_nodes d join nodes n on n.id = d.node_id
    where d.document_id = $1 and ${isAlive}`,
};

const claimDocument = {
  name: 'claim-document-node',
  text: `insert into document_nodes (document_id, node_id) values ($1, $2)
    on conflict (document_id) do update set node_id = excluded.node_id
    where not exists (
      select from nodes n where n.id = document_nodes.node_id and n.id <> $2 and ${isAlive})
    returning node_id`,
};

/** Dependencies of {@link openNodes}. `id`: that of this node. */
export type NodesDeps = {
  readonly pool: pg.Pool;
  readonly id: string;
  readonly log: Logger;
  readonly lineage: LineageCheck;
};

/** Opens the {@link Nodes} of a database. */
export function openNodes(deps: NodesDeps): Nodes {
  return new DatabaseNodes(deps);
}

class DatabaseNodes implements Nodes {
  readonly id: string;
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #lineage: LineageCheck;
  /** Documents that this node has claimed. */
  readonly #held = new Set<string>();
  /** Last change of each document's row that is under way. */
  readonly #changes = new Map<string, Promise<unknown>>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #beating: Promise<void> = Promise.resolve();
  #events: NodeEvents = {
    lost: () => undefined,
    isolated: () => undefined,
    interrupted: () => undefined,
  };
  #watching: ReturnType<typeof setInterval> | null = null;
  #isOver = false;
  /** Time at which the last sign of life was sent that reached the database (ms). */
  #shownAt = performance.now();
  readonly #started = Promise.withResolvers<void>();

  constructor({ pool, id, log, lineage }: NodesDeps) {
    this.#pool = pool;
    this.id = id;
    this.#log = log;
    this.#lineage = lineage;
  }

  async find(documentId: string): Promise<Owner | null> {
    if (this.#held.has(documentId)) return here;
    const { rows } = await this.#pool.query<{ id: string; url: string }>({
      ...findOwner,
      values: [documentId],
    });
    const [row] = rows;
    if (row === undefined) return null;
    if (row.id !== this.id) return { kind: 'elsewhere', url: row.url };
    this.#held.add(documentId);
    return here;
  }

  async claim(documentId: string): Promise<Owner> {
    if (this.#held.has(documentId)) return here;
    await this.#started.promise;
    return this.#inTurn(documentId, async () => {
      for (;;) {
        const { rowCount } = await this.#pool.query({
          ...claimDocument,
          values: [documentId, this.id],
        });
        if (rowCount !== 0) {
          this.#held.add(documentId);
          return here;
        }
        const owner = await this.find(documentId);
        // Otherwise the other node has given it up in between.
        if (owner !== null) return owner;
      }
    });
  }

  release(documentId: string, isOpen: () => boolean): void {
    if (!this.#held.has(documentId)) return;
    const released = this.#inTurn(documentId, async () => {
      if (isOpen()) return;
      this.#held.delete(documentId);
      await this.#pool.query('delete from document_nodes where document_id = $1 and node_id = $2', [
        documentId,
        this.id,
      ]);
    });
    // Other nodes take the document over when this one is gone.
    released.catch((error: unknown) =>
      logFailure(this.#log, error, 'a document could not be released for other nodes'),
    );
  }

  async start(url: string, events: NodeEvents): Promise<void> {
    this.#events = events;
    await this.#pool.query('insert into nodes (id, url) values ($1, $2)', [this.id, url]);
    this.#shownAt = performance.now();
    this.#started.resolve();
    this.#plan(url);
    this.#watch();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    if (this.#watching !== null) clearInterval(this.#watching);
    await this.#beating;
    await this.#pool.query('delete from nodes where id = $1', [this.id]);
  }

  #plan(url: string): void {
    if (this.#isOver) return;
    this.#timer = setTimeout(() => {
      this.#beating = this.#beat(url)
        .catch((error: unknown) =>
          logFailure(this.#log, error, 'this node could not show that it is alive'),
        )
        .finally(() => this.#plan(url));
    }, beatEvery);
    this.#timer.unref();
  }

  /** Finds out that no sign of life has reached the database, also if a statement hangs. */
  #watch(): void {
    let isIsolated = false;
    this.#watching = setInterval(() => {
      const wasIsolated = isIsolated;
      isIsolated = performance.now() - this.#shownAt > goneAfter * 1_000;
      if (!isIsolated || wasIsolated) return;
      this.#log.warn({}, 'this node does not reach the database; others take over its documents');
      const held = [...this.#held];
      this.#held.clear();
      this.#events.lost(held);
      this.#events.isolated();
    }, beatEvery / 4);
    this.#watching.unref();
  }

  /** Shows that this node is alive, and finds out what it has lost if it was considered gone. */
  async #beat(url: string): Promise<void> {
    const now = performance.now();
    const { rows } = await this.#pool.query<{ gone: boolean }>(
      `update nodes n set seen_at = clock_timestamp() from nodes before
       where n.id = $1 and before.id = n.id
       returning before.seen_at <= clock_timestamp() - make_interval(secs => $2) as gone`,
      [this.id, goneAfter],
    );
    if (rows[0] === undefined)
      await this.#pool.query('insert into nodes (id, url) values ($1, $2)', [this.id, url]);
    this.#shownAt = now;
    const isInterrupted = await this.#lineage.run();
    if (isInterrupted || rows[0]?.gone !== false) await this.#checkHeld();
    if (isInterrupted) this.#events.interrupted();
    await this.#pool.query(
      'delete from nodes where seen_at < clock_timestamp() - make_interval(secs => $1)',
      [removedAfter],
    );
  }

  async #checkHeld(): Promise<void> {
    const { rows } = await this.#pool.query<{ id: string }>(
      'select document_id as id from document_nodes where node_id = $1',
      [this.id],
    );
    const kept = new Set(rows.map(({ id }) => id));
    const lost = [...this.#held].filter((documentId) => !kept.has(documentId));
    for (const documentId of lost) this.#held.delete(documentId);
    if (lost.length > 0) this.#events.lost(lost);
  }

  /** Runs a change of a document's row after the one before. */
  #inTurn<T>(documentId: string, change: () => Promise<T>): Promise<T> {
    const before = this.#changes.get(documentId) ?? Promise.resolve();
    const running = before.then(change, change);
    const settled = running
      .catch(() => undefined)
      .then(() => {
        if (this.#changes.get(documentId) === settled) this.#changes.delete(documentId);
      });
    this.#changes.set(documentId, settled);
    return running;
  }
}
