import { mkdir, rm } from 'node:fs/promises';
import {
  connect,
  createServer,
  type AddressInfo,
  type NetConnectOpts,
  type Socket,
} from 'node:net';
import { join } from 'node:path';

/** Connections between a node and a server that a test can interrupt. */
export type ServerLine = {
  /** Address of the server over this line. */
  readonly url: string;
  /** Closes all connections and refuses new ones. */
  cut(): void;
  /** Passes nothing on any more. Connections remain open, as if the network had lost them. */
  stall(): void;
  /** Passes everything on again, also what was held back. */
  heal(): void;
  close(): Promise<void>;
};

/** A line to a database, which another database can take over. */
export type DatabaseLine = ServerLine & {
  /** Leads new connections to another database: another server took over its address. */
  redirect(database: string): void;
};

/** Returns the path of the Unix socket of a database. */
function socketOf(database: URL): string {
  const { searchParams: place } = database;
  return join(place.get('host') ?? '', `.s.PGSQL.${place.get('port') ?? '5432'}`);
}

/**
 * Opens a {@link DatabaseLine}.
 *
 * @param database address of the database, with the folder of its Unix socket
 * @param folder folder for the Unix socket of this line
 */
export async function openDatabaseLine(database: string, folder: string): Promise<DatabaseLine> {
  const address = new URL(database);
  const to = { path: socketOf(address) };
  address.searchParams.set('host', folder);
  await mkdir(folder, { recursive: true });
  await rm(socketOf(address), { force: true });
  const line = await openLine(to, { path: socketOf(address) });
  return {
    ...line,
    url: address.href,
    redirect: (other) => void (to.path = socketOf(new URL(other))),
  };
}

/** Opens a {@link ServerLine} to a server on a port of this machine, such as a Redis. */
export async function openPortLine(protocol: string, port: number): Promise<ServerLine> {
  const line = await openLine({ host: '127.0.0.1', port }, { host: '127.0.0.1', port: 0 });
  return { ...line, url: `${protocol}://127.0.0.1:${line.port()}` };
}

async function openLine(
  to: NetConnectOpts,
  at: { path: string } | { host: string; port: number },
): Promise<Omit<ServerLine, 'url'> & { port(): number }> {
  let state: 'open' | 'cut' | 'stalled' = 'open';
  const sockets = new Set<Socket>();

  function add(socket: Socket, other: Socket): void {
    sockets.add(socket);
    socket.on('error', () => other.destroy());
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
    socket.on('data', (bytes) => {
      if (!other.write(bytes)) socket.pause();
    });
    other.on('drain', () => {
      if (state !== 'stalled') socket.resume();
    });
    if (state === 'stalled') socket.pause();
  }

  const server = createServer((client) => {
    if (state === 'cut') return client.destroy();
    const upstream = connect(to);
    add(client, upstream);
    add(upstream, client);
    return undefined;
  });
  await new Promise<void>((listening) => server.listen(at, listening));
  return {
    port: () => (server.address() as AddressInfo).port,
    cut() {
      state = 'cut';
      for (const socket of sockets) socket.destroy();
    },
    stall() {
      state = 'stalled';
      for (const socket of sockets) socket.pause();
    },
    heal() {
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((closed) => server.close(closed));
    },
  };
}
