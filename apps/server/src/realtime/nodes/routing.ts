import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { forwardedHeader, forwardUpgrade } from './forward-upgrade.ts';
import type { InTurn } from '../turns.ts';
import type { Upgrade } from '../upgrade.ts';
import type { Visitors } from '../visitors.ts';
import type { Nodes, Owner } from './nodes.ts';

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
  inTurn,
}: {
  nodes: Nodes | null;
  visitors: Pick<Visitors, 'admit'>;
  report: (error: unknown, documentId: string) => void;
  inTurn: InTurn;
}): Routing {
  const forwarded = new Set<Duplex>();

  /** Returns the node for an upgrade. A document without one is served here, if it is admitted. */
  async function find(documentId: string, request: IncomingMessage): Promise<Owner> {
    const owner = (await nodes?.find(documentId)) ?? null;
    if (nodes === null || owner !== null) return owner ?? here;
    const { kind } = await visitors.admit(request, documentId);
    return kind === 'admitted' ? nodes.claim(documentId) : here;
  }

  async function routeTo(documentId: string, upgrade: Upgrade, accept: () => void): Promise<void> {
    const { request, stream, head } = upgrade;
    const fail = (error: unknown): null => {
      if (!stream.destroyed) report(error, documentId);
      stream.destroy();
      return null;
    };
    const owner = await inTurn(upgrade, () => find(documentId, request)).catch(fail);
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
