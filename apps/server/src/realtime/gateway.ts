import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { chooseSubprotocol } from '@longhand/sync/protocol';
import { withLogIds } from '../platform/work.ts';
import { createAdmission, type AdmissionOptions } from './admission.ts';
import { createRouting, type Upgrade } from './nodes/routing.ts';
import { createOpenConnections, type Admitted } from './open-connections.ts';

const path = /^\/collab\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\/?$/i;

/**
 * Entry of the live channel: turns upgrades of `/collab/{documentId}` into connections of rooms.
 */
export type Gateway = {
  attach(server: Server): void;
  /** Returns the open connections that match `of`. */
  connections(of: (admitted: Admitted) => boolean): readonly Admitted[];
  /** Records that rights or sessions have changed: pending admissions are checked again. */
  doubt(): void;
  /** Closes the connections that other nodes serve. */
  closeForwarded(): void;
  /** Stops accepting connections. The rooms end the open ones. */
  close(): void;
};

/** Dependencies and limits of the gateway. `updateBytes`: maximum size of one update. */
export type GatewayOptions = AdmissionOptions & { limits: { readonly updateBytes: number } };

/** Creates the gateway. `report` receives unexpected errors. */
export function createGateway(options: GatewayOptions): Gateway {
  const open = createOpenConnections();
  const admission = createAdmission(open, options);
  const routing = createRouting(options);
  let closing = false;
  // The frame adds a few bytes to the update.
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: options.limits.updateBytes + 64,
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: (protocols) => chooseSubprotocol(protocols) ?? false,
  });

  const responseIds = new WeakMap<IncomingMessage, string>();
  server.on('headers', (headers, request) =>
    headers.push(`X-Request-Id: ${responseIds.get(request)}`),
  );

  function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer): void {
    const documentId = path.exec(request.url?.split('?', 1)[0] ?? '')?.[1]?.toLowerCase() ?? null;
    stream.on('error', () => stream.destroy());
    if (closing) return void stream.destroy();
    const connectionId = randomUUID();
    const received = { connectionId, request, stream, head, documentId };
    withLogIds({ connectionId }, () => routing.route(received, () => accept(received)));
  }

  function accept({ connectionId, request, stream, head, documentId }: Upgrade): void {
    if (closing || stream.destroyed) {
      stream.destroy();
      return;
    }
    responseIds.set(request, connectionId);
    server.handleUpgrade(request, stream, head, (webSocket) => {
      // Browsers hide why an upgrade failed: it is accepted and then closed with a reason. Reading
      // is paused until that decision.
      webSocket.pause();
      webSocket.on('error', () => webSocket.terminate());
      void admission.admit(request, { connectionId, webSocket, stream }, documentId);
    });
  }

  return {
    attach(http) {
      http.on('upgrade', upgrade);
    },
    connections: open.filter,
    doubt: admission.doubt,
    closeForwarded: routing.close,
    close() {
      closing = true;
      routing.close();
      admission.close();
      server.close();
    },
  };
}
