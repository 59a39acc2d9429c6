import pg from 'pg';

/** Connection to the server through its Unix socket, as `pg` takes it. */
export type Connection = {
  /** Folder of the socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password: string;
  readonly ssl: false;
};

/** Returns the connection of a role to the database of the same name. */
export function socketConnection(folder: string, name: string, password: string): Connection {
  return { host: folder, port: 5432, user: name, database: name, password, ssl: false };
}

const connectTimeoutMs = 5_000;

/**
 * Creates a client that is not connected yet. An error of its connection would end the process
 * without a listener.
 *
 * @param session name of the session in `pg_stat_activity`
 */
export function createClient(connection: Connection, session: string): pg.Client {
  const client = new pg.Client({
    ...connection,
    application_name: session,
    connectionTimeoutMillis: connectTimeoutMs,
  });
  return client.on('error', () => undefined);
}
