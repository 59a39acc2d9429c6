import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import { chooseSubprotocol } from '@longhand/sync/protocol';
import { withLogIds } from '../platform/work.ts';
import { createAdmission, type AdmissionOptions } from './admission.ts';
import { createRouting } from './nodes/routing.ts';
import { createOpenConnections, type Admitted } from './open-connections.ts';
import { createTurns } from './turns.ts';
import type { Upgrade } from './upgrade.ts';

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
export type GatewayOptions = AdmissionOptions & {
  limits: { readonly updateBytes: number };
};

/** Creates the WebSocket server of upgrades that are handed to it. */
function createServer({ limits }: Pick<GatewayOptions, 'limits'>): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    // The frame adds a few bytes to the update.
    maxPayload: limits.updateBytes + 64,
    perMessageDeflate: false,
    clientTracking: false,
    handleProtocols: (protocols) => chooseSubprotocol(protocols) ?? false,
  });
}

/**
 * Completes the handshake of an upgrade. Returns null if the client does not complete it. Browsers
 * hide why an upgrade failed: it is accepted and then closed with a reason. Reading is paused until
 * that decision.
 */
function upgraded(
  server: WebSocketServer,
  { request, stream, head }: Upgrade,
): Promise<WebSocket | null> {
  return new Promise((resolve) => {
    stream.once('close', () => resolve(null));
    server.handleUpgrade(request, stream, head, (webSocket) => {
      webSocket.pause();
      webSocket.on('error', () => webSocket.terminate());
      resolve(webSocket);
    });
  });
}

/** Creates the gateway. `report` receives unexpected errors. */
export function createGateway(options: GatewayOptions): Gateway {
  const open = createOpenConnections();
  const inTurn = createTurns();
  const admission = createAdmission(open, options);
  const routing = createRouting({ ...options, inTurn });
  let closing = false;
  const server = createServer(options);

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

  /** Completes an upgrade, and resolves when its client is admitted or refused. */
  async function complete(received: Upgrade): Promise<void> {
    const { connectionId, request, stream, documentId } = received;
    if (closing) stream.destroy();
    const webSocket = stream.destroyed ? null : await upgraded(server, received);
    if (webSocket !== null)
      await admission.admit(request, { connectionId, webSocket, stream }, documentId);
  }

  function accept(received: Upgrade): void {
    responseIds.set(received.request, received.connectionId);
    // It rejects if the client leaves before its turn.
    inTurn(received, () => complete(received)).catch(() => received.stream.destroy());
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
