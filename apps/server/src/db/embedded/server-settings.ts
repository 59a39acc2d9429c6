/**
 * What PostgreSQL is told at every start, on its command line, so that a new version of Longhand brings its own and no file in the data folder
 * grows old. Durability stays as PostgreSQL has it (fsync, synchronous_commit, full_page_writes on).
 */
export function serverSettings(socketFolder: string): Readonly<Record<string, string>> {
  return {
    // Reached through the socket only, never through a port.
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    port: '5432',
    max_connections: '50',
    fsync: 'on',
    synchronous_commit: 'on',
    // Memory and processes at rest: a small cache (the operating system has one too), no workers for what is not used.
    shared_buffers: '64MB',
    io_method: 'sync',
    max_logical_replication_workers: '0',
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    // Nothing replicates from it, so its log carries only what recovery needs.
    wal_level: 'minimal',
    max_wal_senders: '0',
    min_wal_size: '64MB',
    max_wal_size: '512MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // What a statement said could be somebody's text; errors reach the log of the process that asked.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
  };
}
