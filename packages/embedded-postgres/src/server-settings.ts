/** Settings that older versions do not know, with the first major version that does. */
const newer: Readonly<Record<string, { since: number; value: string }>> = {
  io_method: { since: 18, value: 'sync' },
};

/**
 * Returns PostgreSQL's settings for its command line. They are passed at every start, so that each
 * version of the program applies its own and no configuration file becomes outdated. Durability
 * settings are PostgreSQL's defaults (fsync, synchronous_commit, full_page_writes on).
 *
 * @param major major version of the server
 */
export function serverSettings(
  socketFolder: string,
  major: number,
): Readonly<Record<string, string>> {
  return {
    // Connections use only the socket, never a port.
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: '5432',
    max_connections: '100',
    fsync: 'on',
    synchronous_commit: 'on',
    // Less memory and fewer processes: a small cache (the operating system has one too), no workers
    // for unused features.
    shared_buffers: '64MB',
    max_logical_replication_workers: '0',
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // No replication, so the WAL contains only data for recovery.
    wal_level: 'minimal',
    max_wal_senders: '0',
    min_wal_size: '64MB',
    max_wal_size: '512MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Statements can contain user text. Errors are logged by the process that ran the statement.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    ...Object.fromEntries(
      Object.entries(newer).flatMap(([name, { since, value }]) =>
        major >= since ? [[name, value]] : [],
      ),
    ),
  };
}
