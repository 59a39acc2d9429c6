import { connect, createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A load balancer without sticky sessions, in front of the nodes of a test. */
export type Balancer = {
  readonly url: string;
  close(): Promise<void>;
};

/** Time after which a node that does not respond is left out for a connection (ms). */
const connectWithin = 1_000;

/**
 * Passes each TCP connection on to the next node in turn. If a node refuses it, the next one is
 * tried.
 *
 * @param nodes returns the addresses of the nodes, such as `http://127.0.0.1:4000`
 * @param port port to listen on; default: any free one
 */
export async function startBalancer(nodes: () => readonly string[], port = 0): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let turn = 0;

  function pass(client: Socket, tries: number): void {
    const all = nodes();
    const node = all[(turn += 1) % all.length];
    if (node === undefined || tries === 0 || client.destroyed) {
      client.destroy();
      return;
    }
    const { hostname, port } = new URL(node);
    const server = connect({ host: hostname, port: Number(port), timeout: connectWithin });
    const again = (): void => {
      server.destroy();
      pass(client, tries - 1);
    };
    server.once('timeout', again);
    server.once('error', again);
    server.once('connect', () => {
      server.setTimeout(0);
      server.off('error', again);
      server.off('timeout', again);
      for (const [from, to] of [
        [client, server],
        [server, client],
      ] as const) {
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
        from.pipe(to);
      }
    });
  }

  const server: Server = createServer({ noDelay: true }, (client) => {
    sockets.add(client);
    client.on('close', () => sockets.delete(client));
    client.on('error', () => client.destroy());
    pass(client, 6);
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(port, '127.0.0.1', listening);
  });
  const { port: bound } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${bound}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
