import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { forwardedHeader, forwardUpgrade } from './forward-upgrade.ts';
import type { Nodes } from './nodes.ts';

/** An upgrade to a WebSocket. `documentId` is null if its path names no document. */
export type Upgrade = {
  readonly request: IncomingMessage;
  readonly stream: Duplex;
  readonly head: Buffer;
  readonly documentId: string | null;
};

/** Decides which node serves an upgrade. */
export type Routing = {
  /** Calls `here` if this node serves it, otherwise forwards it to the node with the document. */
  route(upgrade: Upgrade, here: () => void): void;
  /** Closes the forwarded connections. Their pages connect again, to another node. */
  close(): void;
};

/**
 * Creates the {@link Routing} of a node. `nodes` is null for a single process, `report` receives
 * errors of the database and of other nodes.
 */
export function createRouting({
  nodes,
  report,
}: {
  nodes: Nodes | null;
  report: (error: unknown, documentId: string) => void;
}): Routing {
  const forwarded = new Set<Duplex>();

  async function routeTo(
    documentId: string,
    { request, stream, head }: Upgrade,
    here: () => void,
  ): Promise<void> {
    const fail = (error: unknown): null => {
      report(error, documentId);
      stream.destroy();
      return null;
    };
    const owner = (await nodes?.find(documentId).catch(fail)) ?? null;
    if (owner === null) return;
    if (owner.kind === 'here') return here();
    forwarded.add(stream);
    stream.on('close', () => forwarded.delete(stream));
    forwardUpgrade(request, { stream, head }, owner.url, fail);
  }

  return {
    route(upgrade, here) {
      const { request, documentId } = upgrade;
      if (nodes === null || documentId === null || forwardedHeader in request.headers) here();
      else void routeTo(documentId, upgrade, here);
    },
    close() {
      for (const stream of forwarded) stream.destroy();
    },
  };
}
