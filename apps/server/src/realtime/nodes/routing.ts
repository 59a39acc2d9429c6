import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { forwardedHeader, forwardUpgrade } from './forward-upgrade.ts';
import type { Visitors } from '../visitors.ts';
import type { Nodes, Owner } from './nodes.ts';

/**
 * An upgrade to a WebSocket. `connectionId`: its id in the log. `documentId` is null if its path
 * names no document.
 */
export type Upgrade = {
  readonly connectionId: string;
  readonly request: IncomingMessage;
  readonly stream: Duplex;
  readonly head: Buffer;
  readonly documentId: string | null;
};

const here: Owner = { kind: 'here' };

/** Decides which node serves an upgrade. */
export type Routing = {
  /** Calls `accept` if this node serves it, otherwise forwards it to the node with the document. */
  route(upgrade: Upgrade, accept: () => void): void;
  /** Closes the forwarded connections. Their pages connect again, to another node. */
  close(): void;
};

/**
 * Creates the {@link Routing} of a node. `nodes` is null for a single process, `report` receives
 * errors of the database and of other nodes.
 */
export function createRouting({
  nodes,
  visitors,
  report,
}: {
  nodes: Nodes | null;
  visitors: Pick<Visitors, 'admit'>;
  report: (error: unknown, documentId: string) => void;
}): Routing {
  const forwarded = new Set<Duplex>();

  /** Returns the node for an upgrade. A document without one is served here, if it is admitted. */
  async function find(documentId: string, request: IncomingMessage): Promise<Owner> {
    const owner = (await nodes?.find(documentId)) ?? null;
    if (nodes === null || owner !== null) return owner ?? here;
    const { kind } = await visitors.admit(request, documentId);
    return kind === 'admitted' ? nodes.claim(documentId) : here;
  }

  async function routeTo(
    documentId: string,
    { request, stream, head }: Upgrade,
    accept: () => void,
  ): Promise<void> {
    const fail = (error: unknown): null => {
      report(error, documentId);
      stream.destroy();
      return null;
    };
    const owner = await find(documentId, request).catch(fail);
    if (owner === null || stream.destroyed) return;
    if (owner.kind === 'here') return accept();
    forwarded.add(stream);
    stream.on('close', () => forwarded.delete(stream));
    forwardUpgrade(request, { stream, head }, owner.url, fail);
  }

  return {
    route(upgrade, accept) {
      const { request, documentId } = upgrade;
      if (nodes === null || documentId === null || forwardedHeader in request.headers) accept();
      else void routeTo(documentId, upgrade, accept);
    },
    close() {
      for (const stream of forwarded) stream.destroy();
    },
  };
}
